// The public part of the table of io/registry. Checksums and sizes are of files that were at hand and were copied byte for byte from the
// repository named as origin; cora.npz and roman_empire_nofeatures.npz were converted and have checksums of their own.
#include "cgsd/io/store/registry.hpp"

namespace cgsd {
namespace {

constexpr DatasetFile kCornellNpz[] = {
    {"cornell.npz", "684c54ba3daa13b0ba1f04a3d6dd1b1175c1ae9bdeb982851fd4ff96d3aac298", 30'515},
};
constexpr DatasetFile kTexasNpz[] = {
    {"texas.npz", "b164b99e6c3d43e4ab07488ec59bd8c815f90cbc1bd4cf425ce587d2b534d844", 28'586},
};
constexpr DatasetFile kWisconsinNpz[] = {
    {"wisconsin.npz", "2543c89838cfc75f737f7c4664cc1d097f8268602c20b2d1bd4f21407df9c074", 41'672},
};
constexpr DatasetFile kChameleonNpz[] = {
    {"chameleon.npz", "4c640bd2877fc4f9f101531e2f977bc16445a54e09a5cb01178df608e552f3fd", 177'840},
};
constexpr DatasetFile kActorNpz[] = {
    {"actor.npz", "c350eef06b2c2a9bf8218be2b57cac6d4003d0922eb597a039e9123f75817816", 252'956},
};
constexpr DatasetFile kRomanEmpireNpz[] = {
    {"roman_empire.npz"},
};
constexpr DatasetFile kAmazonRatingsNpz[] = {
    {"amazon_ratings.npz"},
};
constexpr DatasetFile kTolokersNpz[] = {
    {"tolokers.npz", "dacf3ac94cec53d03cd2adb5255c08b33dee1656c33ca8164a464bd9450a1667", 1'329'769},
};
constexpr DatasetFile kQuestionsNpz[] = {
    {"questions.npz"},
};
constexpr DatasetFile kSquirrelNpz[] = {
    {"squirrel.npz", "d436e3b42c0546b105241c0ab0766097074e68e55f67b133eeb9b0162e55cbd9", 704'277},
};
constexpr DatasetFile kMinesweeperNpz[] = {
    {"minesweeper.npz", "e664c8dacf1e8ac466c2c09ed4b237bd2c5541f47a6eae9c6092cb87f16412b3", 135'045},
};
constexpr DatasetFile kRomanEmpireNoAttributesNpz[] = {
    {"roman_empire_nofeatures.npz", "a7e7d1c0b3078d3a1a122ba5a116a8f84cc26de02f23514cdd055a52399eb171", 77'269},
};
constexpr DatasetFile kCoraNpz[] = {
    {"cora.npz", "45d8a9954977618d531296a8ae53153a1dd7dfe84dcf0000c52a07ddd2bd4f68", 148'310},
};
constexpr DatasetFile kCoraPlanetoid[] = {
    {"ind.cora.graph", "58f13302f39dde8852dad6fe6d15b89b077b6d7f837626bce671ef80344b383d", 59'847},
    {"ind.cora.x", "23cfa55d91c6f624233f5eb7b6e3f141f1bd2b2ae39608a63cf5d084bb27baab", 22'119},
    {"ind.cora.y", "94465c14eb53e04ca262198dcbb2521ee8af60fb3f3d546cd6ca24a511b0e7d1", 4'054},
    {"ind.cora.tx", "b9afbaa4a400df991f6f02ef677e1e44da55ffc04801fd02f9e673987829226a", 148'025},
    {"ind.cora.ty", "41f5ac76596a1699cc33f53084a2419e92961c42bb75f36fc38e616d348532ad", 28'135},
    {"ind.cora.allx", "9419ba2f26f5c35243db64aba110e0f35a04851609e0dc5433450676ca6b8543", 257'305},
    {"ind.cora.ally", "2b998f5cc7fedc86e7f97ca2498f47a1ffc1462c29e2d578b23bf3f62b6e7d71", 47'959},
    {"ind.cora.test.index", "297ce89af2b51a6a194181c7dbe1796c6a1cf9cd9349a88383b1b1e227867875", 5'000},
};
constexpr DatasetFile kCiteseerPlanetoid[] = {
    {"ind.citeseer.graph"}, {"ind.citeseer.x"},    {"ind.citeseer.y"},    {"ind.citeseer.tx"},
    {"ind.citeseer.ty"},    {"ind.citeseer.allx"}, {"ind.citeseer.ally"}, {"ind.citeseer.test.index"},
};
constexpr DatasetFile kPubmedPlanetoid[] = {
    {"ind.pubmed.graph"}, {"ind.pubmed.x"},    {"ind.pubmed.y"},    {"ind.pubmed.tx"},
    {"ind.pubmed.ty"},    {"ind.pubmed.allx"}, {"ind.pubmed.ally"}, {"ind.pubmed.test.index"},
};
constexpr DatasetFile kCornellGeomGcn[] = {
    {"out1_graph_edges.txt", "12dc60defc4f8a1f18499e3695bfd62ef0421f9b722297276e7f02dec7ae3dca", 1'989},
    {"out1_node_feature_label.txt", "38561ad44e29199a826ccef7f94f469b94a912076f83fbc453a69b8ac2b4b858", 624'308},
};
constexpr DatasetFile kTexasGeomGcn[] = {
    {"out1_graph_edges.txt", "0fe85183243a78cbee9b85a684f8240963d04d1020d10e9cd2b8cfb25e33b476", 2'172},
    {"out1_node_feature_label.txt", "cf5a3ca346cdd1210b8342e22517fcbbdae658065b7a3145f59350e50e6236a3", 624'308},
};
constexpr DatasetFile kWisconsinGeomGcn[] = {
    {"out1_graph_edges.txt", "ebd213511c88fce1eda450c2f920600c4b8cbb38f02384856bcc47c6ec1807ae", 3'606},
    {"out1_node_feature_label.txt", "a32b0aa38d42f0d36841e8a8cb646d197f0ff33a182ac75a2b4476aeed3c7e4b", 856'324},
};
constexpr DatasetFile kActorGeomGcn[] = {
    {"out1_graph_edges.txt", "997cdce67ea9c29257d3ffe796328391931901cf823830affa453178b60e2c3e", 323'820},
    {"out1_node_feature_label.txt", "1d5cdd094f8b91e770f6decfca85b35cf42f75d1efb51055fd6af16e11820ff8", 207'718},
};

constexpr std::string_view kTopFolder[] = {""};
constexpr std::string_view kPlanetoidFolders[] = {"planetoid", ""};
constexpr std::string_view kCornellFolders[] = {"geom-gcn/cornell-corrected", "cornell-corrected"};
constexpr std::string_view kTexasFolders[] = {"geom-gcn/texas", "texas"};
constexpr std::string_view kWisconsinFolders[] = {"geom-gcn/wisconsin", "wisconsin"};
constexpr std::string_view kActorFolders[] = {"geom-gcn/film", "film"};

constexpr DatasetForm npz(std::span<const DatasetFile> file) {
  return {.format = DatasetFormat::npz,
          .files = file,
          .folders = kTopFolder,
          .origin = "https://raw.githubusercontent.com/yandex-research/heterophilous-graphs/main/data/"};
}
constexpr DatasetForm local_npz(std::span<const DatasetFile> file, bool has_attributes) {
  return {.format = DatasetFormat::npz, .files = file, .folders = kTopFolder, .has_attributes = has_attributes};
}
constexpr DatasetForm planetoid(std::span<const DatasetFile> files) {
  return {.format = DatasetFormat::planetoid,
          .files = files,
          .folders = kPlanetoidFolders,
          .origin = "https://raw.githubusercontent.com/kimiyoung/planetoid/master/data/"};
}
constexpr DatasetForm geom_gcn(std::span<const DatasetFile> files, std::span<const std::string_view> folders) {
  return {.format = DatasetFormat::geom_gcn, .files = files, .folders = folders};
}

constexpr DatasetForm kCora[] = {planetoid(kCoraPlanetoid), local_npz(kCoraNpz, true)};
constexpr DatasetForm kCornell[] = {npz(kCornellNpz), geom_gcn(kCornellGeomGcn, kCornellFolders)};
constexpr DatasetForm kTexas[] = {npz(kTexasNpz), geom_gcn(kTexasGeomGcn, kTexasFolders)};
constexpr DatasetForm kWisconsin[] = {npz(kWisconsinNpz), geom_gcn(kWisconsinGeomGcn, kWisconsinFolders)};
constexpr DatasetForm kChameleon[] = {npz(kChameleonNpz)};
constexpr DatasetForm kActor[] = {npz(kActorNpz), geom_gcn(kActorGeomGcn, kActorFolders)};
constexpr DatasetForm kRomanEmpire[] = {npz(kRomanEmpireNpz), local_npz(kRomanEmpireNoAttributesNpz, false)};
constexpr DatasetForm kAmazonRatings[] = {npz(kAmazonRatingsNpz)};
constexpr DatasetForm kTolokers[] = {npz(kTolokersNpz)};
constexpr DatasetForm kQuestions[] = {npz(kQuestionsNpz)};
constexpr DatasetForm kSquirrel[] = {npz(kSquirrelNpz)};
constexpr DatasetForm kMinesweeper[] = {npz(kMinesweeperNpz)};
constexpr DatasetForm kCiteseer[] = {planetoid(kCiteseerPlanetoid)};
constexpr DatasetForm kPubmed[] = {planetoid(kPubmedPlanetoid)};

constexpr std::string_view kYandexLicence = "MIT (LICENCE.txt of yandex-research/heterophilous-graphs)";
constexpr std::string_view kPlanetoidLicence = "MIT (LICENSE of kimiyoung/planetoid)";

constexpr std::string_view kGeomGcn = "Pei et al., Geom-GCN: Geometric Graph Convolutional Networks, ICLR 2020";
constexpr std::string_view kPlatonov =
    "Platonov et al., A Critical Look at the Evaluation of GNNs under Heterophily: Are We Really Making Progress?, "
    "ICLR "
    "2023";
constexpr std::string_view kRozemberczki =
    "Rozemberczki, Allen, Sarkar, Multi-Scale Attributed Node Embedding, Journal of Complex Networks 9(2), 2021";
constexpr std::string_view kSen =
    "Sen et al., Collective Classification in Network Data, AI Magazine 29(3), 2008; files: Yang, Cohen, "
    "Salakhutdinov, "
    "Revisiting Semi-Supervised Learning with Graph Embeddings, ICML 2016";
constexpr std::string_view kNamata =
    "Namata et al., Query-Driven Active Surveying for Collective Classification, MLG 2012; files: Yang, Cohen, "
    "Salakhutdinov, Revisiting Semi-Supervised Learning with Graph Embeddings, ICML 2016";
constexpr std::string_view kTang = "Tang et al., Social Influence Analysis in Large-Scale Networks, KDD 2009";

constexpr std::string_view kDuplicates =
    "many nodes are duplicates of others in edges and label (Platonov et al. 2023); results on it should say so";

constexpr DatasetRecord kRecords[] = {
    {.name = "cora",
     .description = "citations between papers on machine learning; bags of words; class: topic",
     .forms = kCora,
     .expected = {2708, 5278, 1433, 7},
     .in_paper = true,
     .licence = kPlanetoidLicence,
     .citation = kSen,
     .notes = "a converted cora.npz is accepted where it is found"},
    {.name = "cornell",
     .description = "links between web pages of a university; bags of words; class: kind of page",
     .forms = kCornell,
     .expected = {183, 277, 1703, 5},
     .heterophilic = true,
     .in_paper = true,
     .licence = kYandexLicence,
     .citation = kGeomGcn,
     .notes =
         "exists in two versions with the same counts: early Geom-GCN files carry the attributes and labels of Texas "
         "(edge homophily 0.30), the corrected ones, used here, do not (0.12); so a geom-gcn folder is accepted "
         "only under the name cornell-corrected"},
    {.name = "texas",
     .description = "links between web pages of a university; bags of words; class: kind of page",
     .forms = kTexas,
     .expected = {183, 279, 1703, 5},
     .heterophilic = true,
     .in_paper = true,
     .licence = kYandexLicence,
     .citation = kGeomGcn,
     .notes = "class 1 has a single node"},
    {.name = "wisconsin",
     .description = "links between web pages of a university; bags of words; class: kind of page",
     .forms = kWisconsin,
     .expected = {251, 450, 1703, 5},
     .heterophilic = true,
     .in_paper = true,
     .licence = kYandexLicence,
     .citation = kGeomGcn},
    {.name = "chameleon",
     .description = "links between Wikipedia articles on chameleons; nouns; class: fifth of monthly traffic",
     .forms = kChameleon,
     .expected = {2277, 31371, 2325, 5},
     .heterophilic = true,
     .in_paper = true,
     .licence = kYandexLicence,
     .citation = kRozemberczki,
     .notes = kDuplicates},
    {.name = "actor",
     .alias = "film",
     .description = "actors on the same Wikipedia page; keywords; class: kind of words on the actor's page",
     .forms = kActor,
     .expected = {7600, 26659, 932, 5},
     .heterophilic = true,
     .in_paper = true,
     .licence = kYandexLicence,
     .citation = kTang,
     .notes = "prepared by Pei et al. (Geom-GCN), where it is called film"},
    {.name = "roman_empire",
     .description = "words of a Wikipedia article, joined by order and syntax; word vectors; class: syntactic role",
     .forms = kRomanEmpire,
     .expected = {22662, 32927, 300, 18},
     .counts_are = CountSource::published,
     .heterophilic = true,
     .in_paper = true,
     .licence = kYandexLicence,
     .citation = kPlatonov,
     .notes = "a roman_empire_nofeatures.npz (edges and labels only) is accepted where it is found; nodes, edges and "
              "classes were measured on it"},
    {.name = "amazon_ratings",
     .description = "products bought together; vectors of their descriptions; class: average rating",
     .forms = kAmazonRatings,
     .expected = {24492, 93050, 300, 5},
     .counts_are = CountSource::published,
     .heterophilic = true,
     .in_paper = true,
     .licence = kYandexLicence,
     .citation = kPlatonov},
    {.name = "tolokers",
     .description = "crowd workers who did the same task; profile and statistics; class: banned or not",
     .forms = kTolokers,
     .expected = {11758, 519000, 10, 2},
     .heterophilic = true,
     .in_paper = true,
     .licence = kYandexLicence,
     .citation = kPlatonov},
    {.name = "questions",
     .description = "users who answered one another's questions; vectors of descriptions; class: stayed or not",
     .forms = kQuestions,
     .expected = {48921, 153540, 301, 2},
     .counts_are = CountSource::published,
     .heterophilic = true,
     .in_paper = true,
     .licence = kYandexLicence,
     .citation = kPlatonov},
    {.name = "squirrel",
     .description = "links between Wikipedia articles on squirrels; nouns; class: fifth of monthly traffic",
     .forms = kSquirrel,
     .expected = {5201, 198353, 2089, 5},
     .heterophilic = true,
     .licence = kYandexLicence,
     .citation = kRozemberczki,
     .notes = kDuplicates},
    {.name = "minesweeper",
     .description = "a grid of 100 × 100 cells; numbers of neighbouring mines, half of them hidden; class: mine or not",
     .forms = kMinesweeper,
     .expected = {10000, 39402, 7, 2},
     .heterophilic = true,
     .licence = kYandexLicence,
     .citation = kPlatonov},
    {.name = "citeseer",
     .description = "citations between papers on computer science; bags of words; class: topic",
     .forms = kCiteseer,
     .expected = {3327, 4552, 3703, 6},
     .counts_are = CountSource::published,
     .licence = kPlanetoidLicence,
     .citation = kSen,
     .notes = "some nodes have neither edges nor attributes"},
    {.name = "pubmed",
     .description = "citations between papers on diabetes; weighted words; class: kind of diabetes",
     .forms = kPubmed,
     .expected = {19717, 44324, 500, 3},
     .counts_are = CountSource::published,
     .licence = kPlanetoidLicence,
     .citation = kNamata},
};

}  // namespace

std::span<const DatasetRecord> public_records() { return kRecords; }

}  // namespace cgsd
