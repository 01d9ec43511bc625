// Worker thread: copies the wrong rows of an import sheet into a sheet of their own, with their faults in a last column.
import { FAULTS } from './sheet-columns.ts'
import { readInWorker, type SheetFile } from './sheet-worker.ts'
import { readSheet, writeSheets } from './spreadsheet.ts'

/** Faults by the number of the row; row 1 is the header. */
export type RowFaults = [row: number, faults: string][]

const WIDTH = 18
const FAULTS_WIDTH = 60

async function copy({ path, options }: SheetFile, send: (portion: unknown) => void) {
  const faults = new Map(options as RowFaults)
  let header: string[] = []
  const rows: string[][] = []
  for await (const { row, cells } of readSheet(path)) {
    if (row === 1) header = cells
    const found = faults.get(row)
    // an earlier file of wrong rows has the column already
    if (found !== undefined) rows.push([...header.flatMap((name, at) => (name === FAULTS ? [] : [cells[at] ?? ''])), found])
  }
  const columns = header.filter((name) => name !== FAULTS).map((name) => ({ header: name, width: WIDTH }))
  const body = await writeSheets([{ name: '有误的行', columns: [...columns, { header: FAULTS, width: FAULTS_WIDTH }], rows }])
  send(Buffer.from(body).toString('base64'))
}

readInWorker(copy)
