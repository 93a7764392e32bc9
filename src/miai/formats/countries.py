"""Codes of countries with two letters."""

# Codes with three letters, of ISO 3166 and of the Olympic Committee; UK as the European Go Database has it.
_CODES = dict(
    pair.split("=")
    for pair in (
        "AND=AD ARE=AE UAE=AE ARG=AR ARM=AM AUS=AU AUT=AT AZE=AZ BEL=BE BGR=BG BUL=BG BIH=BA BLR=BY BOL=BO "
        "BRA=BR CAN=CA CHE=CH SUI=CH CHL=CL CHI=CL CHN=CN COL=CO CRI=CR CRC=CR CUB=CU CYP=CY CZE=CZ DEU=DE "
        "GER=DE DNK=DK DEN=DK DZA=DZ ALG=DZ ECU=EC EGY=EG ESP=ES EST=EE FIN=FI FRA=FR GBR=UK GEO=GE GRC=GR "
        "GRE=GR GTM=GT GUA=GT HKG=HK HRV=HR CRO=HR HUN=HU IDN=ID INA=ID IND=IN IRL=IE IRN=IR IRI=IR ISL=IS "
        "ISR=IL ITA=IT JPN=JP KAZ=KZ KGZ=KG KOR=KR LIE=LI LTU=LT LUX=LU LVA=LV LAT=LV MAC=MO MAR=MA MDA=MD "
        "MDG=MG MAD=MG MEX=MX MKD=MK MLT=MT MNE=ME MNG=MN MGL=MN MYS=MY MAS=MY NLD=NL NED=NL NOR=NO NPL=NP "
        "NEP=NP NZL=NZ PAN=PA PER=PE PHL=PH PHI=PH POL=PL PRK=KP PRT=PT POR=PT ROU=RO RUS=RU SGP=SG SIN=SG "
        "SRB=RS SVK=SK SVN=SI SLO=SI SWE=SE THA=TH TUN=TN TUR=TR TWN=TW TPE=TW UKR=UA URY=UY URU=UY USA=US "
        "UZB=UZ VEN=VE VNM=VN VIE=VN ZAF=ZA RSA=ZA"
    ).split()
)


def two_letters(country: str) -> str:
    """The code of a country with two letters; nothing where it is not known."""
    text = country.strip()
    return text if len(text) == 2 else _CODES.get(text.upper(), "")
