// JSON lines on disk: a worker writes them, the main thread reads them in portions, so that the whole is never in memory.
import { closeSync, openSync, writeSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { StringDecoder } from 'node:string_decoder'

const WRITTEN_AT = 64 * 1024
const READ_BYTES = 64 * 1024
/** A portion ends with this many lines or characters, whichever comes first. */
const PORTION = { lines: 100, characters: 128 * 1024 }

/** Opens a spool for writing. Writes synchronously: for worker threads only. `add` accepts any JSON value. */
export function writeSpool(path: string) {
  const file = openSync(path, 'wx')
  let waiting = ''
  const flush = () => {
    const bytes = Buffer.from(waiting)
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at)
    waiting = ''
  }
  return {
    add(value: unknown) {
      waiting += `${JSON.stringify(value)}\n`
      if (waiting.length >= WRITTEN_AT) flush()
    },
    end() {
      flush()
      closeSync(file)
    },
  }
}

/** Reads the lines of a spool in portions. */
export async function* readSpool(path: string, portion = PORTION): AsyncGenerator<string[]> {
  const file = await open(path)
  try {
    let lines: string[] = []
    let characters = 0
    for await (const line of linesOf(file)) {
      lines.push(line)
      characters += line.length
      if (lines.length < portion.lines && characters < portion.characters) continue
      yield lines
      lines = []
      characters = 0
    }
    if (lines.length > 0) yield lines
  } finally {
    await file.close()
  }
}

/** Splits at \n only: JSON may contain other line ends, at which readline would split too. */
async function* linesOf(file: Awaited<ReturnType<typeof open>>): AsyncGenerator<string> {
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES)
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, READ_BYTES)
    if (bytesRead === 0) return
    const lines = decoder.write(buffer.subarray(0, bytesRead)).split('\n')
    lines[0] = rest + (lines[0] ?? '')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
