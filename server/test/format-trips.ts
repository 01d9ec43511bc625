// Questions written in a format and read back: what comes back, what the writer said is lost, and the files that went along.
import { QuestionBody } from '@shuyuan/contract/qu/content.ts'
import { tidyBody } from '../src/domains/qu/bank/question.rules.ts'
import type { Portable } from '../src/domains/qu/exchange/exchange.rules.ts'
import { parseGift } from '../src/domains/qu/exchange/gift/gift-parse.format.ts'
import { GiftWriter } from '../src/domains/qu/exchange/gift/gift-write.format.ts'
import { parseMoodle } from '../src/domains/qu/exchange/moodle/moodle-parse.format.ts'
import { MoodleWriter } from '../src/domains/qu/exchange/moodle/moodle-write.format.ts'
import { parseManifest } from '../src/domains/qu/exchange/qti/qti-manifest.format.ts'
import { parseItem } from '../src/domains/qu/exchange/qti/qti-parse.format.ts'
import { QtiWriter } from '../src/domains/qu/exchange/qti/qti-write.format.ts'
import { readQti } from '../src/domains/qu/exchange/qti/qti.package.ts'
import { BANK12, Qti12Writer } from '../src/domains/qu/exchange/qti/qti12-write.format.ts'
import { deliveredLevels, findColumns, sheetColumns } from '../src/domains/qu/exchange/sheet/sheet-columns.format.ts'
import { blocksOf, readBlock } from '../src/domains/qu/exchange/sheet/sheet-drafts.format.ts'
import { lossesOfSheet } from '../src/domains/qu/exchange/sheet/sheet-loss.format.ts'
import { formatQuestion, layOut } from '../src/domains/qu/exchange/sheet/sheet-write.format.ts'
import { printed } from '../src/domains/qu/exchange/word/word-question.format.ts'
import { readBack, WordWriter } from '../src/domains/qu/exchange/word/word-write.format.ts'
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { picture } from './every-question.ts'

export type Read = Partial<Portable> & Pick<Portable, 'quType' | 'body'>
/** `read`: the questions read back, none if the format does not carry this one; `files`: the number of files. */
export type Trip = { read: Read[]; lost: Message[]; files?: number }

const headers = sheetColumns(55).map((column) => column.header)
const columns = findColumns(headers) as Exclude<ReturnType<typeof findColumns>, { problem: unknown }>

export const trips: Record<'xlsx' | 'qti' | 'qti12' | 'moodle' | 'gift' | 'word', (given: Portable) => Trip> = {
  xlsx: ({ quType, level, chapter, tags, body }) => {
    const tidy = tidyBody(quType, QuestionBody.parse(body))
    const cells = formatQuestion({ quType, level, chapter, body: tidy }, 7).flatMap((one) => layOut(one, headers))
    const { blocks } = blocksOf(
      cells.map((one, at) => ({ row: at + 2, cells: one })),
      columns,
    )
    return { read: blocks.map((block) => readBlock(block).draft as unknown as Read), lost: lossesOfSheet({ tags, body: tidy }) }
  },
  qti: (given) => {
    const writer = new QtiWriter()
    const { path, xml } = writer.add(given)
    const home = JSON.stringify(parseItem(xml)).replaceAll('../resources/202611-a.png', picture)
    const item = { ...(JSON.parse(home) as Read), ...parseManifest(writer.manifest()).get(path) }
    return { read: [item], lost: [...writer.lost], files: [...writer.files].length }
  },
  qti12: (given) => {
    const writer = new Qti12Writer()
    const xml = `${writer.head('题库')}${writer.add(given)}${writer.foot}`
    const read = readQti(
      new Map([[BANK12, Buffer.from(xml)], ...[...writer.files.values()].map((path): [string, Uint8Array] => [path, Buffer.from('x')])]),
    )
    const home = JSON.stringify(read.questions).replaceAll(/\/@file\/\d+/g, picture)
    return { read: JSON.parse(home) as Read[], lost: [...writer.lost], files: read.files.length }
  },
  moodle: (given) => {
    const writer = new MoodleWriter()
    const files = new Map([[picture, { name: 'a.png', base64: Buffer.from('x').toString('base64') }]])
    const reading = parseMoodle(writer.head + writer.add(given, files) + writer.foot)
    const home = JSON.stringify(reading?.questions ?? []).replaceAll(/\/@file\/\d+/g, picture)
    return { read: JSON.parse(home) as Read[], lost: [...writer.lost], files: reading?.files.length ?? 0 }
  },
  gift: (given) => {
    const writer = new GiftWriter()
    return { read: parseGift(writer.add(given)).questions, lost: [...writer.lost] }
  },
  /** As the paper reads, without the document around it; `bank-round-trip.test.ts` takes the document itself. */
  word: (given) => {
    const writer = new WordWriter(true)
    writer.add(given)
    const body = QuestionBody.parse(given.body)
    return { read: readBack(given.quType, printed({ ...given, body }, deliveredLevels)), lost: [...writer.lost] }
  },
}
