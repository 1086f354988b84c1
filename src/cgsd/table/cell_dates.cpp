#include "cgsd/table/cell_dates.hpp"

#include <algorithm>
#include <cstdint>

#include "cgsd/core/text.hpp"
#include "cgsd/table/cell_values.hpp"

namespace cgsd {
namespace {

struct Day {
  int year = 0;
  int month = 0;
  int day = 0;
};

// Takes what it is asked for off the front of a text; what fails takes nothing.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : rest_(text) {}
  bool done() const { return rest_.empty(); }
  char front() const { return rest_.empty() ? '\0' : rest_.front(); }
  std::string_view rest() const { return rest_; }
  void skip(std::size_t count) { rest_.remove_prefix(std::min(count, rest_.size())); }
  bool take(char c) {
    if (front() != c) return false;
    skip(1);
    return true;
  }
  std::size_t digits() const {
    std::size_t count = 0;
    while (count < rest_.size() && rest_[count] >= '0' && rest_[count] <= '9') ++count;
    return count;
  }
  // Between `least` and `most` digits, all that stand there.
  std::optional<int> number(std::size_t least, std::size_t most) {
    const std::size_t count = digits();
    if (count < least || count > most) return std::nullopt;
    return fixed(count);
  }
  std::optional<int> fixed(std::size_t count) {
    if (digits() < count) return std::nullopt;
    int value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value * 10 + (rest_[i] - '0');
    skip(count);
    return value;
  }

 private:
  std::string_view rest_;
};

bool is_leap(int year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }

bool exists(const Day& d) {
  constexpr std::array<int, 12> kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  if (d.year < 1000 || d.year > 2999 || d.month < 1 || d.month > 12 || d.day < 1) return false;
  return d.day <= kDays[static_cast<std::size_t>(d.month - 1)] + (d.month == 2 && is_leap(d.year) ? 1 : 0);
}

// Days since 1970-01-01, counting years from March, so that a leap day is a year's last.
std::int64_t number_of_day(const Day& d) {
  const std::int64_t y = d.month <= 2 ? d.year - 1 : d.year;
  const std::int64_t month = (d.month + 9) % 12;
  const std::int64_t day_of_year = (153 * month + 2) / 5 + d.day - 1;
  return 365 * y + y / 4 - y / 100 + y / 400 + day_of_year - 719468;
}

std::optional<int> take_month_name(Scanner& in) {
  constexpr std::array<std::string_view, 12> kMonths = {"january",   "february", "march",    "april",
                                                        "may",       "june",     "july",     "august",
                                                        "september", "october",  "november", "december"};
  std::size_t length = 0;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  while (length < in.rest().size() && is_letter(in.rest()[length])) ++length;
  const std::string word = lower_ascii(in.rest().substr(0, length));
  if (word.size() < 3) return std::nullopt;
  for (std::size_t m = 0; m < kMonths.size(); ++m) {
    if (!kMonths[m].starts_with(word)) continue;
    in.skip(length);
    in.take('.');
    return static_cast<int>(m) + 1;
  }
  return std::nullopt;
}

void skip_between(Scanner& in) {
  while (in.front() == ' ' || in.front() == ',' || in.front() == '-') in.skip(1);
}

std::optional<Day> take_year_first(Scanner& in) {
  if (in.digits() == 8) {  // 20240131
    const int year = *in.fixed(4);
    const int month = *in.fixed(2);
    return Day{year, month, *in.fixed(2)};
  }
  const auto year = in.number(4, 4);
  const char mark = in.front();
  if (!year || (mark != '-' && mark != '/' && mark != '.')) return std::nullopt;
  in.skip(1);
  const auto month = in.number(1, 2);
  if (!month) return std::nullopt;
  if (!in.take(mark)) return mark == '-' && in.done() ? std::optional(Day{*year, *month, 1}) : std::nullopt;
  const auto day = in.number(1, 2);
  return day ? std::optional(Day{*year, *month, *day}) : std::nullopt;
}

std::optional<Day> take_named(Scanner& in, DateOrder order) {
  std::optional<int> day;
  std::optional<int> month;
  if (order == DateOrder::day_first) {
    day = in.number(1, 2);
    in.take('.');
    skip_between(in);
    month = take_month_name(in);
  } else {
    month = take_month_name(in);
    skip_between(in);
    day = in.number(1, 2);
  }
  skip_between(in);
  const auto year = in.number(4, 4);
  return day && month && year ? std::optional(Day{*year, *month, *day}) : std::nullopt;
}

std::optional<Day> take_day(Scanner& in, DateOrder order) {
  if (order == DateOrder::year_first) return take_year_first(in);
  Scanner named = in;
  if (auto day = take_named(named, order)) {
    in = named;
    return day;
  }
  const auto first = in.number(1, 2);
  const char mark = in.front();
  if (!first || (mark != '/' && mark != '.' && mark != '-')) return std::nullopt;
  if (order == DateOrder::month_first && mark == '.') return std::nullopt;
  in.skip(1);
  const auto second = in.number(1, 2);
  if (!second || !in.take(mark)) return std::nullopt;
  const auto year = in.number(4, 4);
  if (!year) return std::nullopt;
  return order == DateOrder::day_first ? Day{*year, *second, *first} : Day{*year, *first, *second};
}

// Hours off the front of a zone: Z, +01:00, -0530.
std::optional<double> take_zone(Scanner& in) {
  if (in.done() || in.take('Z')) return 0.0;
  const double sign = in.front() == '-' ? -1.0 : 1.0;
  if (!in.take('+') && !in.take('-')) return std::nullopt;
  const auto hours = in.fixed(2);
  in.take(':');
  const auto minutes = in.done() ? std::optional(0) : in.fixed(2);
  if (!hours || !minutes) return std::nullopt;
  return sign * (*hours + *minutes / 60.0);
}

std::optional<double> take_seconds(Scanner& in) {
  const auto whole = in.number(1, 2);
  if (!whole || *whole > 60) return std::nullopt;
  double seconds = *whole;
  if (in.front() == '.' || in.front() == ',') {
    in.skip(1);
    double unit = 0.1;
    if (in.digits() == 0) return std::nullopt;
    for (; in.digits() > 0; in.skip(1), unit /= 10.0) seconds += unit * (in.front() - '0');
  }
  return seconds;
}

// The share of a day.
std::optional<double> take_time(Scanner& in) {
  const auto hours = in.number(1, 2);
  if (!hours || !in.take(':')) return std::nullopt;
  const auto minutes = in.number(2, 2);
  if (!minutes || *minutes > 59) return std::nullopt;
  double seconds = 0.0;
  if (in.take(':')) {
    const auto found = take_seconds(in);
    if (!found) return std::nullopt;
    seconds = *found;
  }
  in.take(' ');
  double hour = *hours;
  const std::string half = lower_ascii(in.rest().substr(0, 2));
  if (half == "am" || half == "pm") {
    if (hour < 1.0 || hour > 12.0) return std::nullopt;
    hour = (hour == 12.0 ? 0.0 : hour) + (half == "pm" ? 12.0 : 0.0);
    in.skip(2);
  }
  const auto zone = take_zone(in);
  if (!zone || hour > 24.0 || !in.done()) return std::nullopt;
  return (hour - *zone) / 24.0 + *minutes / 1440.0 + seconds / 86400.0;
}

}  // namespace

std::optional<double> days_of(std::string_view cell, DateOrder order) {
  Scanner in(trimmed(cell));
  if (Scanner alone = in; const auto time = take_time(alone)) return *time;
  const auto day = take_day(in, order);
  if (!day || !exists(*day)) return std::nullopt;
  const auto days = static_cast<double>(number_of_day(*day));
  if (in.done()) return days;
  if (in.front() != 'T' && in.front() != ' ') return std::nullopt;
  in.skip(1);
  const auto time = take_time(in);
  return time ? std::optional(days + *time) : std::nullopt;
}

}  // namespace cgsd
