// References of questions on papers: the domain of papers, which stands above this one, registers how to find the question of one.
import type { Ctx } from '../../../kernel/ctx.ts'
import { appPart } from '../../../kernel/part.ts'

/** The bank's id of the question; `isOpen`: it is on a paper of the caller that is open. */
export type FoundReference = { quId: string; isOpen: boolean }
type Finder = (ctx: Ctx, reference: string) => Promise<FoundReference | undefined>

const findersOf = appPart(() => [] as Finder[])

/** Registers a finder; once, when the server is put together. */
export const registerReferences = (app: Ctx['app'], finder: Finder): void => void findersOf(app).push(finder)

/** The question that one of the caller's papers names by this id; undefined if none does. */
export async function findReference(ctx: Ctx, reference: string): Promise<FoundReference | undefined> {
  for (const finder of findersOf(ctx.app)) {
    const found = await finder(ctx, reference)
    if (found) return found
  }
  return undefined
}
