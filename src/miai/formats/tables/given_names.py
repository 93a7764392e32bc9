"""Common first names, to see whether a list of names puts the first name or the surname first.

A name counts for nothing by itself: the whole column decides, and people can choose otherwise. Names that are
common as surnames as well (Martin, Simon, Thomas, Werner, Kim) are not here.
"""

from miai.domain.people.names import plain_name

_NAMES = frozenset(
    """
    aaron ada adele adrian agata agnes agnieszka ahmet akira alain albert alberto alejandro aleksandr
    aleksandra alena alessandro alex alexander alexandra alexandre alexandru alexei alexey alexis alfred ali
    alice alicia alina aline alison amanda amelie ana anais anastasia anastasiya anders andre andrea andreas
    andreea andrei andrej andres andrew andrey andrii andrzej andy angela anita anja anna anne anneke annika
    antje antoine anton antonia antonio arnaud arne artem arthur artur astrid audrey aurelie aurelien axel
    barbara bartosz bastian beata beate beatrice ben benedikt benjamin benoit bernd bertrand bettina bill
    birgit bjorn bob bogdan boris brian brigitte bruno camille carla carlos carmen carol caroline carsten
    catherine cecile cedric celine charlotte chloe chris christa christel christelle christian christiane
    christina christine christoph christophe christopher claire clara claudia claudio clement colin corentin
    cornelia cornelius cristian cristina daisuke damien dan daniel daniela daniele danielle dario dariusz
    dave david debbie delphine denis dennis derek diana didier diego dieter dietmar dimitri dirk dmitri
    dmitriy dmitry dominik dominique dora dorota doug dusan eberhard edgars eduard eduardo edward ekaterina
    elena eleonore eliane elias elisabeth elise elizabeth ella ellen elsa emil emilia emilie emily emma
    emmanuel emmanuelle enrico eric erica erich erik erika ernst esther eugen eva evan evgeny fabian fabien
    fabio fabrice fanny federico felipe felix femke fernando ferran filip florence florent florian francesco
    francine franck francois francoise frank fred frederic frederik fredrik friedrich gabor gabriel gabriela
    gabriele gaelle gary georg georges georgios geraldine gerard gerd gerhard giacomo giorgio giovanni
    giulia giuseppe goran grace graham greg gregor gregory grzegorz guido guillaume gunnar gunter gustav guy
    hanna hannah hanne hannes hans harald harry haruto heather heidi heike heiko heinz helen helena helene
    helga helmut hendrik henk henrik herbert herve hilde hiroshi holger horst hugo ian igor ilja ilya ines
    inga inge ingo ingrid irene irina iris isabel isabelle ivan ivana ivo iwona jacek jack jacqueline
    jacques jakob jakub james jan jana jane janet janine janusz jaroslav jason javier jean jeanne jeff
    jelena jennifer jens jeremy jerome jerzy jessica jesus jim jiri jiwoo joachim joan joanna joao joel
    joerg johan johanna johannes john jonas jonathan joost jorg jorge jose josef josefine joseph josephine
    josh joshua juan judith julia julian juliane julie julien juliette jurgen justin kai karen karin karl
    karolina karsten katarina katarzyna kate katharina katherine kathrin kathy katja katrin keith kelly ken
    kenji kerstin kevin klaus kristina kristof krzysztof kurt lara lars laura laure laurence laurent lea
    lena lennart leo leon leonardo leonid leonie lisa loic lorenzo lothar louis louise luc luca lucas lucia
    lucie lucy ludovic luis luisa lukas lukasz luke lutz lydia maciej madeleine magdalena maike maja makoto
    malgorzata malte manfred manon manuel manuela marc marcel marcello marcin marco marcos marek margaret
    margit maria marianne marie marija marina mario marion marisa mariusz mark marko markus marlene marta
    martha martina mary mateusz mathias mathieu mathilde matteo matthew matthias matthieu mattia mattis maud
    maurice max maxim maxime maximilian melanie melissa mia michael michaela michal michel michele michelle
    miguel mihai mikael mike mikhail milan milena milos minjun miriam mirko miroslav monica monika monique
    moritz nadia nadine naoko natalia nathalie nathan neil nicola nicolas nicole niels nikita nikolai
    nikolaus nikolay nils nina noah noel noemie nora norbert oleg oleh oleksandr olga oliver olivia olivier
    oscar otto pablo paola paolo pascal pascale patrice patricia patrick patrik patrycja paula paulina
    pauline pavel pawel pedro peter petr petra philip philipp philippe phillip pia pierre pierrick piotr
    przemyslaw quentin rachel radek rafal raffaele rainer ralf ralph ramon raphael rasmus raul raymond
    rebecca regina reiner reinhard remi remy renate renaud rene ricardo riccardo rich rick rita rob robert
    roberta roberto robin rodrigo roger roland rolf romain roman ronald ronan rory rosa roxane ruben rudiger
    rudolf ruth ryan sabine sabrina sakura sally sam samantha samuel sander sandra sara sarah sascha satoshi
    sean sebastian sebastien seojun serge sergei sergej sergey sergio severine sharon silke silvia simone
    sofia sofie solene sonia sonja sophia sophie stan stanislas stanislav stefan stefanie stefano steffen
    stella stephan stephane stephanie stephen steve steven stuart sue susan susanne sven svetlana sylvain
    sylvia sylvie szymon takashi tamara tanja tatiana tatjana ted teresa terry theo theodor therese thibault
    thibaut thierry thorsten tibor till tim timo timothy tina tobias tom tomas tomasz tomislav toni tony
    torsten tristan udo ulf uli ulrich ulrike ursula uta ute uwe valentin valentina valerie vanessa vera
    verena veronika veronique vesna victor victoria viktor viktoria vincent violette virginie vitaliy vlad
    vladimir volker waltraud wiebke wilfried wilhelm willem william wojciech wolfgang xavier xiaoming yann
    yannick yoko yuki yumi yves yvette yvonne zbigniew zdenek zoe zoltan zsolt zuzana
    """.split()
)


def is_given_name(plain: str) -> bool:
    """Whether a plain word is a common first name; "Jean-Luc" counts by its first part."""
    return plain_name(plain).split("-")[0] in _NAMES
