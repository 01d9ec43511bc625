// Pictures and sounds in the HTML of another system.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../kernel/fail.ts'
import { acceptFile, recordFile } from '../../common/file.service.ts'
import type { OldSite } from '../old-site.format.ts'
import { digestOf, type Run } from './run.service.ts'

const source = /(<(?:img|audio|video|source)\b[^<>]*?\ssrc\s*=\s*)(["'])([^"']*)\2/gi
const decoded = (address: string) => address.replaceAll('&amp;', '&')

/** The addresses of pictures and sounds in HTML that are not part of the text itself. */
export const addressesIn = (html: string): string[] =>
  [...html.matchAll(source)].map((found) => decoded(found[3] ?? '')).filter((one) => one !== '' && !one.startsWith('data:'))

/** The HTML with addresses of this site; what is missing is named in its place. */
export const withAddresses = (html: string, addresses: ReadonlyMap<string, string>): string =>
  html.replaceAll(/<(?:img|audio|video|source)\b[^<>]*>/gi, (tag) => {
    const [address] = addressesIn(tag)
    if (address === undefined) return tag
    const url = addresses.get(address)
    if (url === undefined) return `［文件缺失：${address.replaceAll(/[<>&"]/g, '').slice(0, 120)}］`
    return tag.replace(source, (_all, before: string, quote: string) => `${before}${quote}${url}${quote}`)
  })

/**
 * Stores the files behind these addresses, each once. A rehearsal stores none and answers with addresses that stand for them.
 * @returns addresses of this site; those that are missing or refused are not in it, and are noted
 */
export async function bringFiles(run: Run, site: OldSite, wanted: Iterable<string>): Promise<Map<string, string>> {
  const addresses = new Map<string, string>()
  for (const address of new Set(wanted)) {
    const id = digestOf(address).slice(0, 40)
    const known = run.idOf('file', id)
    const stored = known === undefined ? await bringFile(run, site, { address, id }) : await urlOf(run, known)
    if (stored !== undefined) addresses.set(address, stored)
  }
  return addresses
}

export const urlOf = async (run: Run, id: string) =>
  (await run.ctx().db.selectFrom('commonFile').where('id', '=', id).select('url').executeTakeFirst())?.url

async function bringFile(run: Run, site: OldSite, { address, id }: { address: string; id: string }): Promise<string | undefined> {
  const file = site.fileOf(address)
  if (!file) {
    run.note('file', id, address.slice(0, 300), 'refused', '找不到这个文件')
    return undefined
  }
  if (run.isDry) {
    run.note('file', id, address.slice(0, 300), 'made')
    return `/files/${id}`
  }
  const folder = await mkdtemp(join(tmpdir(), 'shuyuan-migrate-'))
  try {
    const bytes = await file.read()
    const path = join(folder, 'file')
    await writeFile(path, bytes)
    const accepted = await acceptFile(run.ctx(), { path, name: file.name, size: bytes.length }, 'editor')
    await run.portion(async (ctx) => {
      const { id: newId } = await recordFile(ctx, accepted)
      await run.brought(ctx, 'file', [{ oldId: id, newId, made: true, given: digestOf(address) }])
      run.note('file', id, address.slice(0, 300), 'made')
    })
    return accepted.url
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    run.note('file', id, address.slice(0, 300), 'refused', error.refusal.zh)
    return undefined
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
