package names

// The tables below hold words of IUPAC 2013 (P-2, P-6) and of common usage; see
// vocabulary.entry for their form. Atoms of a SMILES in small letters have as many
// double bonds as they can have (a mancude ring).

// prefixTable are groups: complete ones, and those that link a group before them.
const prefixTable = `fluoro|fluoranyl F
chloro|chloranyl Cl
bromo|bromanyl Br
iodo|iodanyl I
hydroxy|hydroxyl|oxidanyl O x
oxo|keto =O
thioxo|sulfanylidene =S
nitro [N+](=O)[O-]
nitroso N=O
cyano C#N
isocyano [N+]#[C-]
isocyanato N=C=O
isothiocyanato N=C=S
cyanato OC#N
thiocyanato SC#N
azido N=[N+]=[N-]
mercapto S x
carboxy C(=O)O x
formyl C=O x
carbamoyl|aminocarbonyl C(=O)N _ _ n n=0,2,2
sulfo S(=O)(=O)O x
sulfamoyl|aminosulfonyl [SH](=O)(=O)N _ _ _ n n=0,2,3
hydroperoxy OO x
isopropyl|i-propyl C(C)C 2 1 3
isobutyl|i-butyl CC(C)C 1 2 3 _
sec-butyl|s-butyl|secbutyl C(C)CC x
tert-butyl|t-butyl|tertbutyl|tertiary_butyl C(C)(C)C x
isopentyl|isoamyl|i-amyl CCC(C)C x
neopentyl CC(C)(C)C x
tert-pentyl|tert-amyl|t-amyl C(C)(C)CC x
isohexyl CCCC(C)C x
isooctyl CCCCCC(C)C x
amyl CCCCC x
lauryl CCCCCCCCCCCC x
myristyl CCCCCCCCCCCCCC x
cetyl|palmityl CCCCCCCCCCCCCCCC x
stearyl CCCCCCCCCCCCCCCCCC x
vinyl C=C 1 2
allyl CC=C 1 2 3
propargyl CC#C 1 2 3
isopropenyl C(C)=C 1 _ 2
methallyl|2-methylallyl CC(C)=C
crotyl CC=CC
methylene =C
isopropylidene =C(C)C
benzylidene =Cc1ccccc1 alpha~ 1-6
phenyl c1ccccc1 1-6
benzyl Cc1ccccc1 alpha~ 1-6
phenethyl CCc1ccccc1 alpha~ beta~ 1-6
benzhydryl C(c1ccccc1)c1ccccc1 alpha~ 1-6 1'-6'
trityl C(c1ccccc1)(c1ccccc1)c1ccccc1
styryl C=Cc1ccccc1 alpha~ beta~ 1-6
cinnamyl CC=Cc1ccccc1
cumyl C(C)(C)c1ccccc1
o-tolyl|2-tolyl c1c(C)cccc1 1 2 _ 3 4 5 6
m-tolyl|3-tolyl c1cc(C)ccc1 1 2 3 _ 4 5 6
p-tolyl|4-tolyl c1ccc(C)cc1 1 2 3 4 _ 5 6
mesityl c1c(C)cc(C)cc1C
1-naphthyl c1cccc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
2-naphthyl c1cc2ccccc2cc1 2 1 8a 8 7 6 5 4a 4 3
2-pyridyl c1ncccc1 2 1 6 5 4 3
3-pyridyl c1cnccc1 3 2 1 6 5 4
4-pyridyl c1ccncc1 4 3 2 1 6 5
2-furyl c1occc1 2 1 5 4 3
3-furyl c1cocc1 3 2 1 5 4
2-thienyl c1sccc1 2 1 5 4 3
3-thienyl c1cscc1 3 2 1 5 4
furfuryl Cc1occc1
piperidino N1CCCCC1 1-6
morpholino N1CCOCC1 4 3 2 1 6 5
pyrrolidino N1CCCC1 1-5
norbornyl C1CC2CCC1C2
adamantyl|1-adamantyl C12CC3CC(CC(C3)C1)C2
2-adamantyl C1C2CC3CC(C2)CC1C3
tosyl|p-tosyl S(=O)(=O)c1ccc(C)cc1
mesyl S(=O)(=O)C
triflyl S(=O)(=O)C(F)(F)F
trifluoromethoxy OC(F)(F)F
phenoxy Oc1ccccc1 _ 1-6
isopropoxy OC(C)C x
isobutoxy OCC(C)C x
sec-butoxy OC(C)CC x
tert-butoxy OC(C)(C)C x
acetoxy OC(=O)C _ 1 _ 2
acetamido|acetylamino NC(=O)C n 1 _ 2
formamido NC=O
benzamido NC(=O)c1ccccc1 n _ _ 1-6
glycidyl CC1CO1
epoxy {O}
methylenedioxy {OCO}
ethylenedioxy {OCCO}
oxy O _ n=1,1,0
thio S _ n=1,1,0
sulfanyl S _ n=0,1,0
selanyl [SeH2] _ n=0,1,0
sulfinyl [SH2]=O _ _ n=1,1,0
sulfonyl [SH2](=O)=O _ _ _ n=1,1,0
carbonyl [CH2]=O _ _ n=1,1,0
amino|azanyl N n n=0,2,0
imino|azanylidene =N n n=0,1,0
silyl|silanyl [SiH4] _ n=0,3,0
germyl [GeH4] _ n=0,3,0
stannyl [SnH4] _ n=0,3,0
phosphino|phosphanyl P _ n=0,2,0
phosphoryl [PH3]=O _ _ n=2,2,0
boryl B _ n=0,2,0
hydrazinyl|hydrazino NN 1 2 n=0,3,1
azo|diazenyl N=N _ _ n=1,1,1
peroxy OO _ _ n=1,1,1
carbamido|ureido NC(=O)N 1 2 _ 3 n=0,2,3`

// parentTable are parents that take no ending.
const parentTable = `toluol Cc1ccccc1 alpha~ 1-6
benzol c1ccccc1 1-6
o-xylene|1,2-xylene Cc1c(C)cccc1 alpha~ 1 2 _ 3 4 5 6
m-xylene|1,3-xylene Cc1cc(C)ccc1 alpha~ 1 2 3 _ 4 5 6
p-xylene|1,4-xylene Cc1ccc(C)cc1 alpha~ 1 2 3 4 _ 5 6
mesitylene Cc1cc(C)cc(C)c1 x
cumene C(C)(C)c1ccccc1 alpha~ _ _ 1-6
styrene|vinylbenzene C=Cc1ccccc1 beta~ alpha~ 1-6
azobenzene N(=Nc1ccccc1)c1ccccc1 _ _ 1'-6' 1-6
stilbene C(=Cc1ccccc1)c1ccccc1 alpha~ beta~ 1'-6' 1-6
thiophenol Sc1ccccc1 _ 1-6
o-cresol Cc1ccccc1O _ 2 3 4 5 6 1
m-cresol Cc1cccc(O)c1 _ 3 4 5 6 1 _ 2
p-cresol Cc1ccc(O)cc1 _ 4 3 2 1 _ 6 5
catechol|pyrocatechol Oc1ccccc1O _ 1 6 5 4 3 2
resorcinol Oc1cccc(O)c1 _ 1 6 5 4 3 _ 2
hydroquinone Oc1ccc(O)cc1 _ 1 2 3 4 _ 5 6
phenetole CCOc1ccccc1 _ _ _ 1-6
o-toluidine Cc1ccccc1N _ 2 3 4 5 6 1 n
m-toluidine Cc1cccc(N)c1 _ 3 4 5 6 1 n 2
p-toluidine Cc1ccc(N)cc1 _ 4 3 2 1 n 6 5
o-anisidine COc1ccccc1N _ _ 2 3 4 5 6 1 n
p-anisidine COc1ccc(N)cc1 _ _ 4 3 2 1 n 6 5
o-phenylenediamine|1,2-phenylenediamine Nc1ccccc1N n 1 6 5 4 3 2 n'
m-phenylenediamine|1,3-phenylenediamine Nc1cccc(N)c1 n 1 6 5 4 3 n' 2
p-phenylenediamine|1,4-phenylenediamine Nc1ccc(N)cc1 n 1 2 3 4 n' 5 6
benzidine Nc1ccc(cc1)c1ccc(N)cc1
acetophenone CC(=O)c1ccccc1 alpha~ _ _ 1' 2' 3',3 4',4 5',5 6'
propiophenone CCC(=O)c1ccccc1 beta~ alpha~ _ _ 1' 2' 3' 4',4 5' 6'
benzophenone O=C(c1ccccc1)c1ccccc1 _ _ 1-6 1'-6'
acetone|propanone CC(=O)C 1 2 _ 3
acetylacetone CC(=O)CC(=O)C 1 2 _ 3 4 _ 5
benzoin OC(C(=O)c1ccccc1)c1ccccc1
benzil O=C(C(=O)c1ccccc1)c1ccccc1
ethylene C=C 1 2
propylene C=CC 1 2 3
isobutylene|isobutene C=C(C)C x
isobutane CC(C)C x
isopentane CC(C)CC x
neopentane CC(C)(C)C x
isoprene C=C(C)C=C 1 2 _ 3 4
acetylene C#C 1 2
allene C=C=C 1 2 3
ethylene_glycol OCCO x
propylene_glycol OCC(O)C x
glycerol|glycerin|glycerine OCC(O)CO x
ethylenediamine NCCN n 1 2 n'
hydrazine NN 1,n 2,n'
hydroxylamine NO n o~
urea NC(=O)N n,1 2~ _ n',3
thiourea NC(=S)N n,1 2~ _ n',3
guanidine NC(=N)N n,1 _ n'',2 n',3
amine N n
phosphine|phosphane P
arsine|arsane [AsH3]
stibine [SbH3]
silane [SiH4]
germane [GeH4]
stannane [SnH4]
plumbane [PbH4]
borane B
disilane [SiH3][SiH3] 1 2
disiloxane [SiH3]O[SiH3] 1 2~ 3
disilazane [SiH3]N[SiH3] 1 2,n~ 3
disulfane SS 1 2
ammonium [NH4+] n
phosphonium [PH4+]
sulfonium [SH3+]
oxonium [OH3+]
arsonium [AsH4+]
pyridinium [nH+]1ccccc1 1,n 2-6
pyrrolidinium [NH2+]1CCCC1 1,n 2-5
piperidinium [NH2+]1CCCCC1 1,n 2-6
morpholinium O1CC[NH2+]CC1 1 2 3 4,n 5 6
glycine NCC(=O)O n 2,alpha~ 1~ _ _
acetanilide CC(=O)Nc1ccccc1 alpha~ _ _ n 1' 2' 3',3 4',4 5',5 6'
formaldehyde C=O
acrolein C=CC=O 3 2 1~ _
phosgene ClC(=O)Cl
succinimide C1CC(=O)NC1=O 3 4 5 _ n,1 2 _
phthalimide O=C1NC(=O)c2ccccc12
maleimide O=C1NC(=O)C=C1 _ 2 n,1 5 _ 4 3
2-pyrrolidone|pyrrolidone N1C(=O)CCC1 n,1 2 _ 3 4 5
furfural O=Cc1occc1 _ _ 2 1 5 4 3
2-pyridone n1c(=O)cccc1 1 2 _ 3 4 5 6 h=1
diphenylamine c1ccccc1Nc1ccccc1 2 3 4 5 6 1 n 1'-6'
diphenylmethane C(c1ccccc1)c1ccccc1 alpha~ 1-6 1'-6'
benzotrifluoride|trifluorotoluene FC(F)(F)c1ccccc1 _ alpha~ _ _ 1-6
benzotrichloride ClC(Cl)(Cl)c1ccccc1 _ alpha~ _ _ 1-6
chloroform ClC(Cl)Cl x
bromoform BrC(Br)Br x
iodoform IC(I)I x`

// ringTable are parents that take endings; an e at their end is left out.
const ringTable = `benzen c1ccccc1 1-6
toluen Cc1ccccc1 alpha~ 1-6
phenol Oc1ccccc1 _ 1-6
anilin Nc1ccccc1 n 1-6
anisol COc1ccccc1 alpha~ _ 1-6
2-picolin|alpha-picolin n1c(C)cccc1 1 2 _ 3 4 5 6
3-picolin|beta-picolin n1cc(C)ccc1 1 2 3 _ 4 5 6
4-picolin|gamma-picolin n1ccc(C)cc1 1 2 3 4 _ 5 6
2,6-lutidin n1c(C)cccc1C 1 2 _ 3 4 5 6 _
2,4-lutidin n1c(C)cc(C)cc1 1 2 _ 3 4 _ 5 6
naphthalen c1cccc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
anthracen c1cccc2cc3ccccc3cc12 1 2 3 4 4a 10 10a 5 6 7 8 8a 9 9a
phenanthren c1cccc2c3ccccc3ccc12 1 2 3 4 4a 4b 5 6 7 8 8a 9 10 10a
pyren c1ccc2ccc3cccc4ccc1c2c34 1 2 3 3a 4 5 5a 6 7 8 8a 9 10 10a 10b 10c
fluoren c1cccc2c3ccccc3cc12 1 2 3 4 4a 4b 5 6 7 8 8a 9 9a h=9
inden c1ccc2ccccc12 1 2 3 3a 4 5 6 7 7a h=1
azulen c1ccc2cccccc12 1 2 3 3a 4 5 6 7 8 8a
acenaphthylen c1cc2cccc3cccc1c23 1 2 2a 3 4 5 5a 6 7 8 8a 8b
acenaphthen C1Cc2cccc3cccc1c23 1 2 2a 3 4 5 5a 6 7 8 8a 8b
indan C1CCc2ccccc12 1 2 3 3a 4 5 6 7 7a
tetralin C1CCCc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
decalin C1CCCC2CCCCC12 1 2 3 4 4a 5 6 7 8 8a
biphenyl|1,1'-biphenyl c1(c2ccccc2)ccccc1 1 1' 2' 3' 4' 5' 6' 2 3 4 5 6
adamantan C12CC3CC(CC(C3)C1)C2 1 2 3 4 5 6 7 10 8 9
norbornan C1CC2CCC1C2
pyridin n1ccccc1 1-6
pyridazin n1ncccc1 1-6
pyrimidin n1cnccc1 1-6
pyrazin n1ccncc1 1-6
1,3,5-triazin n1cncnc1 1-6
1,2,4-triazin n1ncncc1 1-6
1,2,3-triazin n1nnccc1 1-6
pyrrol n1cccc1 1-5 h=1
furan o1cccc1 1-5
thiophen s1cccc1 1-5
selenophen [se]1cccc1 1-5
imidazol n1cncc1 1-5 h=1
pyrazol n1nccc1 1-5 h=1
oxazol|1,3-oxazol o1cncc1 1-5
isoxazol|1,2-oxazol o1nccc1 1-5
thiazol|1,3-thiazol s1cncc1 1-5
isothiazol|1,2-thiazol s1nccc1 1-5
1,2,3-triazol n1nncc1 1-5 h=1
1,2,4-triazol n1ncnc1 1-5 h=1
tetrazol n1nnnc1 1-5 h=1
1,2,4-oxadiazol o1ncnc1 1-5
1,3,4-oxadiazol o1cnnc1 1-5
1,2,5-oxadiazol|furazan o1nccn1 1-5
1,2,4-thiadiazol s1ncnc1 1-5
1,3,4-thiadiazol s1cnnc1 1-5
1,2,3-thiadiazol s1nncc1 1-5
1,2,5-thiadiazol s1nccn1 1-5
indol n1ccc2ccccc12 1 2 3 3a 4 5 6 7 7a h=1
isoindol c1ncc2ccccc12 1 2 3 3a 4 5 6 7 7a h=2
indolin N1CCc2ccccc12 1 2 3 3a 4 5 6 7 7a
isoindolin C1NCc2ccccc12 1 2 3 3a 4 5 6 7 7a
indazol n1ncc2ccccc12 1 2 3 3a 4 5 6 7 7a h=1
benzimidazol|benzoimidazol|1,3-benzimidazol n1cnc2ccccc12 1 2 3 3a 4 5 6 7 7a h=1
benzotriazol|1,2,3-benzotriazol n1nnc2ccccc12 1 2 3 3a 4 5 6 7 7a h=1
benzoxazol|1,3-benzoxazol o1cnc2ccccc12 1 2 3 3a 4 5 6 7 7a
benzothiazol|1,3-benzothiazol s1cnc2ccccc12 1 2 3 3a 4 5 6 7 7a
1,2-benzisoxazol o1ncc2ccccc12 1 2 3 3a 4 5 6 7 7a
benzofuran|1-benzofuran o1ccc2ccccc12 1 2 3 3a 4 5 6 7 7a
isobenzofuran|2-benzofuran c1occ2ccccc12 1 2 3 3a 4 5 6 7 7a
benzothiophen|1-benzothiophen|benzo[b]thiophen s1ccc2ccccc12 1 2 3 3a 4 5 6 7 7a
1,3-benzodioxol|benzo[d][1,3]dioxol O1COc2ccccc12 1 2 3 3a 4 5 6 7 7a
1,4-benzodioxan O1CCOc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
quinolin n1cccc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
isoquinolin c1nccc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
cinnolin n1nccc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
quinazolin n1cncc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
quinoxalin n1ccnc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
phthalazin c1nncc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
1,8-naphthyridin n1cccc2cccnc12 1 2 3 4 4a 5 6 7 8 8a
chromen|1-benzopyran o1cccc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
chroman O1CCCc2ccccc12 1 2 3 4 4a 5 6 7 8 8a
carbazol c1cccc2c3ccccc3nc12 1 2 3 4 4a 4b 5 6 7 8 8a 9 9a h=9
dibenzofuran c1cccc2oc3ccccc3c12 1 2 3 4 4a 5 5a 6 7 8 9 9a 9b
dibenzothiophen c1cccc2sc3ccccc3c12 1 2 3 4 4a 5 5a 6 7 8 9 9a 9b
acridin c1cccc2nc3ccccc3cc12 1 2 3 4 4a 10 10a 5 6 7 8 8a 9 9a
phenazin c1cccc2nc3ccccc3nc12 1 2 3 4 4a 5 5a 6 7 8 9 9a 10 10a
phenothiazin c1cccc2sc3ccccc3nc12 1 2 3 4 4a 5 5a 6 7 8 9 9a 10 10a h=10
phenoxazin c1cccc2oc3ccccc3nc12 1 2 3 4 4a 5 5a 6 7 8 9 9a 10 10a h=10
xanthen c1cccc2oc3ccccc3cc12 1 2 3 4 4a 10 10a 5 6 7 8 8a 9 9a h=9
purin n1cnc2ncnc2c1 1 2 3 4 9 8 7 5 6
pyran o1ccccc1 1-6
thiopyran s1ccccc1 1-6
azepin n1cccccc1 1-7
azirin n1cc1 1-3
aziridin N1CC1 1-3
azetidin N1CCC1 1-4
pyrrolidin N1CCCC1 1-5
pyrrolin|3-pyrrolin N1CC=CC1 1-5
pyrazolidin N1NCCC1 1-5
imidazolidin N1CNCC1 1-5
oxazolidin|1,3-oxazolidin O1CNCC1 1-5
thiazolidin|1,3-thiazolidin S1CNCC1 1-5
piperidin N1CCCCC1 1-6
piperazin N1CCNCC1 1-6
morpholin O1CCNCC1 1-6
thiomorpholin S1CCNCC1 1-6
azepan N1CCCCCC1 1-7
azocan N1CCCCCCC1 1-8
oxiran O1CC1 1-3
oxetan O1CCC1 1-4
oxolan O1CCCC1 1-5
oxan O1CCCCC1 1-6
oxepan O1CCCCCC1 1-7
thiiran S1CC1 1-3
thietan S1CCC1 1-4
thiolan S1CCCC1 1-5
thian S1CCCCC1 1-6
1,3-dioxolan O1COCC1 1-5
1,3-dioxan O1COCCC1 1-6
1,4-dioxan O1CCOCC1 1-6
1,3,5-trioxan O1COCOC1 1-6
1,3-dithiolan S1CSCC1 1-5
1,3-dithian S1CSCCC1 1-6
1,4-dithian S1CCSCC1 1-6
1,4-dioxin O1C=COC=C1 1-6
1,3-dioxol O1COC=C1 1-5
quinuclidin N1(CC2)CCC2CC1 1 2 3 6 5 4 8 7
2,2'-bipyridin c1(-c2ccccn2)ccccn1 2 2' 3' 4' 5' 6' 1' 3 4 5 6 1
4,4'-bipyridin c1(-c2ccncc2)ccncc1 4 4' 3' 2' 1' 6' 5' 3 2 1 6 5`

// acidTable are stems of acids with retained names; y and o: the acyl group ends in
// -yl or -oyl.
const acidTable = `form C(=O)O 1~ _ _ y
acet CC(=O)O 2,alpha 1~ _ _ y
propion CCC(=O)O 3,beta 2,alpha 1~ _ _ y
butyr CCCC(=O)O 4,gamma 3,beta 2,alpha 1~ _ _ y
isobutyr CC(C)C(=O)O 3,beta 2,alpha _ 1~ _ _ y
valer CCCCC(=O)O 5,delta 4,gamma 3,beta 2,alpha 1~ _ _ y
isovaler CC(C)CC(=O)O 4,gamma 3,beta _ 2,alpha 1~ _ _ y
pival CC(C)(C)C(=O)O 3 2 _ _ 1~ _ _ o
capro CCCCCC(=O)O 6 5 4 3 2,alpha 1~ _ _ y
capryl CCCCCCCC(=O)O 8 7 6 5 4 3 2 1~ _ _ o
capr CCCCCCCCCC(=O)O 10 9 8 7 6 5 4 3 2 1~ _ _
laur CCCCCCCCCCCC(=O)O 12 11 10 9 8 7 6 5 4 3 2 1~ _ _ o
myrist CCCCCCCCCCCCCC(=O)O _ _ _ _ _ _ _ _ _ _ _ _ 2 1~ _ _ o
palmit CCCCCCCCCCCCCCCC(=O)O _ _ _ _ _ _ _ _ _ _ _ _ _ _ 2 1~ _ _ o
stear CCCCCCCCCCCCCCCCCC(=O)O _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ 2 1~ _ _ o
acryl C=CC(=O)O 3,beta 2,alpha 1~ _ _ o
methacryl C=C(C)C(=O)O 3 2 _ 1~ _ _ o
propiol C#CC(=O)O 3 2 1~ _ _ o
croton C/C=C/C(=O)O 4 3 2 1~ _ _ o
cinnam O=C(O)/C=C/c1ccccc1 _ _ _ alpha~ beta~ 1-6 o
benz c1(C(=O)O)ccccc1 1 _ _ _ 2-6 oic
o-tolu c1(C(=O)O)c(C)cccc1 1 _ _ _ 2 _ 3 4 5 6 oic
m-tolu c1(C(=O)O)cc(C)ccc1 1 _ _ _ 2 3 _ 4 5 6 oic
p-tolu c1(C(=O)O)ccc(C)cc1 1 _ _ _ 2 3 4 _ 5 6 oic
p-anis|anis c1(C(=O)O)ccc(OC)cc1 1 _ _ _ 2 3 4 _ _ 5 6 y
salicyl c1(C(=O)O)c(O)cccc1 1 _ _ _ 2 _ 3 4 5 6 o
1-naphth c1(C(=O)O)cccc2ccccc12 1 _ _ _ 2 3 4 4a 5 6 7 8 8a oic
2-naphth c1(C(=O)O)ccc2ccccc2c1 2 _ _ _ 3 4 4a 5 6 7 8 8a 1 oic
nicotin c1(C(=O)O)cnccc1 3 _ _ _ 2 1 6 5 4 o
isonicotin c1(C(=O)O)ccncc1 4 _ _ _ 3 2 1 6 5 o
picolin c1(C(=O)O)ncccc1 2 _ _ _ 1 6 5 4 3 o
2-fur c1(C(=O)O)occc1 2 _ _ _ 1 5 4 3 oic
phenylacet C(C(=O)O)c1ccccc1 alpha~ _ _ _ 1-6 y
oxal C(=O)(O)C(=O)O 1~ _ _ 2~ _ _ y
malon C(C(=O)O)C(=O)O 2 1~ _ _ 3~ _ _ y
succin C(=O)(O)CCC(=O)O 1~ _ _ 2 3 4~ _ _ y
glutar C(=O)(O)CCCC(=O)O 1~ _ _ 2 3 4 5~ _ _ y
adip C(=O)(O)CCCCC(=O)O 1~ _ _ 2 3 4 5 6~ _ _ o
pimel C(=O)(O)CCCCCC(=O)O 1~ _ _ 2 3 4 5 6 7~ _ _ o
suber C(=O)(O)CCCCCCC(=O)O 1~ _ _ 2 3 4 5 6 7 8~ _ _ o
azela C(=O)(O)CCCCCCCC(=O)O 1~ _ _ 2 3 4 5 6 7 8 9~ _ _ o
sebac C(=O)(O)CCCCCCCCC(=O)O 1~ _ _ 2 3 4 5 6 7 8 9 10~ _ _ o
male OC(=O)/C=C\C(=O)O _ 1~ _ 2 3 4~ _ _ o
fumar OC(=O)/C=C/C(=O)O _ 1~ _ 2 3 4~ _ _ o
itacon OC(=O)CC(=C)C(=O)O _ 4~ _ 3 2 _ 1~ _ _ y
phthal c1(C(=O)O)c(C(=O)O)cccc1 1 _ _ _ 2 _ _ _ 3 4 5 6 o
isophthal c1(C(=O)O)cc(C(=O)O)ccc1 1 _ _ _ 2 3 _ _ _ 4 5 6 o
terephthal c1(C(=O)O)ccc(C(=O)O)cc1 1 _ _ _ 2 3 4 _ _ _ 5 6 o
lact CC(O)C(=O)O 3 2 _ 1~ _ _ o
glycol OCC(=O)O _ 2 1~ _ _ o
mandel OC(c1ccccc1)C(=O)O x
pyruv CC(=O)C(=O)O 3 2 _ 1~ _ _ o
acetoacet CC(=O)CC(=O)O 4 3 _ 2 1~ _ _ y
levulin CC(=O)CCC(=O)O 5 4 _ 3 2 1~ _ _ o
citr OC(CC(=O)O)(CC(=O)O)C(=O)O x
tartr OC(C(O)C(=O)O)C(=O)O x
tartar OC(C(O)C(=O)O)C(=O)O x
mal OC(CC(=O)O)C(=O)O x
carbam NC(=O)O n _ _ _ o
carbon OC(=O)O x
sulfur OS(=O)(=O)O x
phosphor OP(=O)(O)O x
phosphon [PH](=O)(O)O
boron [BH](O)O
sulfam NS(=O)(=O)O n
methanesulfon CS(=O)(=O)O
trifluoromethanesulfon FC(F)(F)S(=O)(=O)O
cyan OC#N
thiocyan SC#N`

// oxoTable are anions whose acids have names of their own; all of their hydroxy groups
// are acidic.
const oxoTable = `sulfate OS(=O)(=O)O
sulfite OS(=O)O
phosphate OP(=O)(O)O
phosphite OP(O)O
nitrate O[N+](=O)[O-]
nitrite ON=O
borate OB(O)O
silicate|orthosilicate O[Si](O)(O)O
orthoformate OC(O)O
orthoacetate OC(O)(O)C
titanate O[Ti](O)(O)O`

// classTable are the words of functional class nomenclature (IUPAC 2013, P-5): how many
// groups they join, and the structure, whose first atom (and last, of two) they are at.
// A star: one group stands for two of them.
const classTable = `ether 2* O
oxide 2 O
sulfide|thioether 2* S
disulfide 2* SS
sulfoxide 2* S=O
sulfone 2* S(=O)=O
ketone 2 C=O
peroxide 2* OO
alcohol 1 O
mercaptan 1 S
amine 3 N
fluoride 1 F
chloride 1 Cl
bromide 1 Br
iodide 1 I
cyanide 1 C#N
isocyanide 1 [N+]#[C-]
isocyanate 1 N=C=O
isothiocyanate 1 N=C=S
thiocyanate 1 SC#N
azide 1 N=[N+]=[N-]
hydroperoxide 1 OO`

// ionTable are ions by name.
const ionTable = `lithium [Li+]
sodium [Na+]
potassium [K+]
rubidium [Rb+]
cesium|caesium [Cs+]
silver|silver(i) [Ag+]
ammonium [NH4+]
magnesium [Mg+2]
calcium [Ca+2]
strontium [Sr+2]
barium [Ba+2]
zinc [Zn+2]
cadmium [Cd+2]
copper(i) [Cu+]
copper(ii) [Cu+2]
iron(ii) [Fe+2]
iron(iii) [Fe+3]
cobalt(ii) [Co+2]
nickel(ii) [Ni+2]
manganese(ii) [Mn+2]
chromium(iii) [Cr+3]
lead(ii) [Pb+2]
fluoride [F-]
chloride [Cl-]
bromide [Br-]
iodide [I-]
hydroxide [OH-]
cyanide [C-]#N
thiocyanate [S-]C#N
azide [N-]=[N+]=[N-]
nitrate [O-][N+](=O)[O-]
nitrite [O-]N=O
perchlorate [O-]Cl(=O)(=O)=O
chlorate [O-]Cl(=O)=O
permanganate [O-][Mn](=O)(=O)=O
carbonate [O-]C(=O)[O-]
sulfate [O-]S(=O)(=O)[O-]
sulfite [O-]S(=O)[O-]
phosphate [O-]P(=O)([O-])[O-]
bicarbonate|hydrogencarbonate OC(=O)[O-]
bisulfate|hydrogensulfate OS(=O)(=O)[O-]
dihydrogenphosphate OP(=O)(O)[O-]
hydrogenphosphate OP(=O)([O-])[O-]
hexafluorophosphate F[P-](F)(F)(F)(F)F
hexafluoroantimonate F[Sb-](F)(F)(F)(F)F
tetrafluoroborate F[B-](F)(F)F
tetraphenylborate c1ccc(cc1)[B-](c1ccccc1)(c1ccccc1)c1ccccc1
triflate FC(F)(F)S(=O)(=O)[O-]
tosylate Cc1ccc(cc1)S(=O)(=O)[O-]
mesylate CS(=O)(=O)[O-]
bis(trifluoromethanesulfonyl)imide|bis(trifluoromethylsulfonyl)imide|bistriflimide FC(F)(F)S(=O)(=O)[N-]S(=O)(=O)C(F)(F)F
bis(fluorosulfonyl)imide FS(=O)(=O)[N-]S(=O)(=O)F
dicyanamide N#C[N-]C#N
methoxide C[O-]
ethoxide CC[O-]
propoxide CCC[O-]
isopropoxide CC(C)[O-]
butoxide CCCC[O-]
tert-butoxide CC(C)(C)[O-]
phenoxide|phenolate [O-]c1ccccc1`

// adductTable are what stands behind the name of a base, as a molecule beside it.
const adductTable = `hydrofluoride F
hydrochloride Cl
hydrobromide Br
hydroiodide I
hydrate O`
