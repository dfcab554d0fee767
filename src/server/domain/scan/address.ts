// In which division an address is, by the names of the national list of divisions (GB/T 2260, src/server/seed/divisions.json). Names are read
// from the left, as addresses in China are written: province, city, district. Nothing is guessed: an address that begins with neither a
// province nor a city, or whose names fit several divisions, is in none, or in the one above.
import divisions from "../../seed/divisions.json" with { type: "json" };

interface Named {
  readonly code: string;
  readonly name: string;
}

/** Stand in the list for the districts of a city that is a province, and for counties that belong to no city. */
const placeholder = /^(?:市辖区|县)$|直辖县级行政区划$/;
const levels = { province: 2, city: 4, district: 6 } as const;

const named: readonly Named[] = Object.entries(divisions).map(([code, name]) => ({ code, name }));
const provinces = named.filter(({ code }) => code.length === levels.province);
const cities = named.filter(({ code }) => code.length === levels.city);
const districts = named.filter(({ code }) => code.length === levels.district);

/** A province or city as people call it: 贵州, 内蒙古, 广西, 遵义. */
const shortOf = (name: string): string => name.replace(/(?:(?:壮族|回族|维吾尔)?自治区|特别行政区|省|市|地区|盟)$/, "");

/** The one of these whose name the text begins with, the longest; undefined where several have it. */
function beginning(text: string, among: readonly Named[], nameOf: (name: string) => string = (name) => name): Named | undefined {
  const found = among.filter(({ name }) => nameOf(name).length > 1 && text.startsWith(nameOf(name)));
  const longest = Math.max(...found.map(({ name }) => nameOf(name).length));
  const [only, ...more] = found.filter(({ name }) => nameOf(name).length === longest);
  return more.length === 0 ? only : undefined;
}

/** The text behind a name at its beginning, in full or short. */
function behind(text: string, name: string): string {
  const written = [name, shortOf(name)].find((one) => one.length > 1 && text.startsWith(one));
  return written === undefined ? text : text.slice(written.length);
}

/** The district of a city, or of a province, at the beginning of a text. */
function districtIn(text: string, above: Named): string {
  return (
    beginning(
      text,
      districts.filter(({ code }) => code.startsWith(above.code)),
    )?.code ?? above.code
  );
}

/** The code of the division of an address, as precise as its names tell; undefined where they tell none. */
export function divisionOfAddress(address: string): string | undefined {
  const text = address
    .normalize("NFKC")
    .replaceAll(/[\s,，、;；·-]/g, "")
    .replace(/^(?:中华人民共和国|中国)/, "");
  const own = cities.filter(({ name }) => !placeholder.test(name));
  // In full first: 吉林市 is a city, 吉林 the province around it.
  const province = beginning(text, provinces) ?? (beginning(text, own) === undefined ? beginning(text, provinces, shortOf) : undefined);
  if (province === undefined) {
    const city = beginning(text, own);
    return city === undefined ? undefined : districtIn(behind(text, city.name), city);
  }
  const rest = behind(text, province.name);
  const inProvince = own.filter(({ code }) => code.startsWith(province.code));
  const city = beginning(rest, inProvince) ?? beginning(rest, inProvince, shortOf);
  if (city !== undefined) return districtIn(behind(rest, city.name), city);
  // Of a city that is a province some write both: 北京市北京市朝阳区.
  return districtIn(rest.startsWith(province.name) ? rest.slice(province.name.length) : rest, province);
}
