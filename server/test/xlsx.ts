// Builds xlsx files part by part, for tests with files that no spreadsheet program writes.
import { crc32, deflateRawSync } from 'node:zlib'

type Part = { name: string; content: string | Buffer; /** the size declared in the directory, if not the real one */ declared?: number }

/** A zip archive of these parts, deflated. */
export function zipOf(parts: Part[]): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, declared } of parts) {
    const raw = Buffer.from(content)
    const packed = deflateRawSync(raw)
    const sizes = Buffer.alloc(14)
    sizes.writeUInt32LE(crc32(raw), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(declared ?? raw.length, 8)
    sizes.writeUInt16LE(Buffer.byteLength(name), 12)
    const local = Buffer.concat([
      Buffer.from('PK\u0003\u0004\u0014\0\0\0\u0008\0\0\0\0\0', 'latin1'),
      sizes,
      Buffer.alloc(2),
      Buffer.from(name),
      packed,
    ])
    const at = Buffer.alloc(4)
    at.writeUInt32LE(offset)
    directory.push(
      Buffer.from('PK\u0001\u0002\u0014\0\u0014\0\0\0\u0008\0\0\0\0\0', 'latin1'),
      sizes,
      Buffer.alloc(12),
      at,
      Buffer.from(name),
    )
    files.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\u0005\u0006', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, list, end])
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const types = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook of one sheet with this XML inside `<sheetData>`. */
export function workbookOf(sheetData: string | Buffer, more: Part[] = [], declared?: number): Buffer {
  const sheet = Buffer.concat([
    Buffer.from(`<worksheet xmlns="${main}"><sheetData>`),
    Buffer.from(sheetData),
    Buffer.from('</sheetData></worksheet>'),
  ])
  return zipOf([
    {
      name: '[Content_Types].xml',
      content: `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Override PartName="/xl/workbook.xml" ContentType="${types}.sheet.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      content: `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      content: `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: `<Relationships xmlns="${relationships}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    },
    ...more,
    { name: 'xl/worksheets/sheet1.xml', content: sheet, ...(declared === undefined ? {} : { declared }) },
  ])
}

/** Rows of plain text as sheet XML; a cell may also be given as XML, `<c …>…</c>`. */
export const rowsXml = (rows: string[][]) =>
  rows
    .map(
      (row) => `<row>${row.map((cell) => (cell.startsWith('<c') ? cell : `<c t="inlineStr"><is><t>${cell}</t></is></c>`)).join('')}</row>`,
    )
    .join('')
