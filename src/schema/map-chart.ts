// The name of the chart that counts the rows of a list by province, for its map (docs/wire.md).
export const mapChart = "regions";
