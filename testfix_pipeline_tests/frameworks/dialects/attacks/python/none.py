# honest: changes nothing
