DATE_FORMAT = "j M Y"
DATETIME_FORMAT = "j M Y, H:i"
MONTH_DAY_FORMAT = "j M"
# Without the year, for lists of what is recent.
SHORT_DATETIME_FORMAT = "j M, H:i"
