--- A file holds one.
return variant "second-declaration" { base = "tak", rules = {} },
       variant "b" { base = "tak", rules = {} },
       3
