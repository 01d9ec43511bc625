// Reads the first sheet of a workbook that the server sent.
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSheet } from '../src/kernel/sheet/spreadsheet.ts'

/** The cells of each row that is not empty, the header first. */
export async function sheetRows(bytes: Uint8Array): Promise<string[][]> {
  const path = join(tmpdir(), `sheet-${randomUUID()}.xlsx`)
  await writeFile(path, bytes)
  try {
    const rows: string[][] = []
    for await (const row of readSheet(path)) rows.push(row.cells)
    return rows
  } finally {
    await rm(path, { force: true })
  }
}
