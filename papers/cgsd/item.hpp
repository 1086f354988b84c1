// What of the CGSD paper is checked: its tables, figures, theory and claims one by one; and statements of ours about its
// parts.
#pragma once

#include <array>

#include "cgsd/core/options.hpp"

namespace cgsd {

enum class PaperItem {
  table_data,
  table_main,
  table_sbm,
  table_ablation,
  table_large,
  table_curvature,
  ablation_loss,
  figure_curvature,
  figure_cspec,
  figure_sbm,
  theory,
  claims,
  own_statements
};
constexpr auto enum_names(PaperItem) {
  using P = PaperItem;
  return std::array{
      EnumName<P>{P::table_data, "table-data", "the datasets: sizes and homophily"},
      EnumName<P>{P::table_curvature, "table-curvature", "curvature within and across classes (appendix)"},
      EnumName<P>{P::table_main, "table-main", "NMI of CGSD and nine other methods on five datasets"},
      EnumName<P>{P::table_sbm, "table-sbm", "planted partitions over heterophily"},
      EnumName<P>{P::table_ablation, "table-ablation", "the grid of α and k"},
      EnumName<P>{P::table_large, "table-large", "larger datasets"},
      EnumName<P>{P::ablation_loss, "ablation-loss", "each loss left out"},
      EnumName<P>{P::figure_curvature, "figure-curvature", "curvature within and between the communities found"},
      EnumName<P>{P::figure_cspec, "figure-cspec", "CSpec against K-means, as box plots"},
      EnumName<P>{P::figure_sbm, "figure-sbm", "NMI over heterophily"},
      EnumName<P>{P::theory, "theory", "the lemmas and theorems as printed, on datasets, block models, built graphs"},
      EnumName<P>{P::claims, "claims", "what the text and the captions claim, sentence by sentence"},
      EnumName<P>{P::own_statements, "own-statements",
                  "statements of ours about curvature and gates, not the paper's"}};
}

}  // namespace cgsd
