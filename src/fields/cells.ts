// The register of how every kind of field is shown in a list: one cell per folder of src/fields.
import { cell as bool } from "./bool/cell.tsx";
import { textCell, type Cell } from "./cell.ts";
import { cell as choice } from "./choice/cell.tsx";
import { cell as code } from "./code/cell.tsx";
import { cell as color } from "./color/cell.tsx";
import { cell as date } from "./date/cell.tsx";
import { cell as datetime } from "./datetime/cell.tsx";
import { cell as decimal } from "./decimal/cell.tsx";
import { cell as dict } from "./dict/cell.tsx";
import { cell as email } from "./email/cell.tsx";
import { cell as file } from "./file/cell.tsx";
import { cell as icon } from "./icon/cell.tsx";
import { cell as image } from "./image/cell.tsx";
import { cell as images } from "./images/cell.tsx";
import { cell as integer } from "./integer/cell.tsx";
import { cell as json } from "./json/cell.tsx";
import { cell as lines } from "./lines/cell.tsx";
import { cell as message } from "./message/cell.tsx";
import { cell as money } from "./money/cell.tsx";
import { cell as password } from "./password/cell.tsx";
import { cell as phone } from "./phone/cell.tsx";
import { cell as progress } from "./progress/cell.tsx";
import { cell as record } from "./record/cell.tsx";
import { cell as ref } from "./ref/cell.tsx";
import { cell as refs } from "./refs/cell.tsx";
import { cell as region } from "./region/cell.tsx";
import { cell as richtext } from "./richtext/cell.tsx";
import { cell as state } from "./state/cell.tsx";
import { cell as text } from "./text/cell.tsx";
import { cell as textarea } from "./textarea/cell.tsx";
import { cell as time } from "./time/cell.tsx";
import { cell as treeRef } from "./tree-ref/cell.tsx";
import { cell as url } from "./url/cell.tsx";

const cells: ReadonlyMap<string, Cell> = new Map(
  Object.entries({
    bool, choice, code, color, date, datetime, decimal, dict, email, file, icon, image, images, integer, json, lines, message, money, password, phone,
    progress, record, ref, refs, region, richtext, state, text, textarea, time, url, "tree-ref": treeRef,
  }),
);

const unknownKind = textCell(160);

/** How a kind is shown; as plain text where there is no such kind. */
export function cellOf(kind: string): Cell {
  return cells.get(kind) ?? unknownKind;
}
