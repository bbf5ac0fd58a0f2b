--- No table.
return variant "name-alone"
