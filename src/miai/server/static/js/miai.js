// Everything here makes a page quicker; nothing here is needed to use it.
import "./clock.js";
import "./dialogs.js";
import "./forms.js";
import "./keys.js";
import "./lines.js";
import "./live.js";
import "./own_time.js";
import "./toast.js";
