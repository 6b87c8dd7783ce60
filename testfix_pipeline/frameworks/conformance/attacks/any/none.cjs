// honest: changes nothing
