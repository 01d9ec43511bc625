// Objects of the back office by a word of their names: the first ones of each list that the caller may open.
import type { Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { toWallClock } from '@shuyuan/contract/kernel/moment.ts'
import { type FoundKind, foundKinds, mostFound, type statFind } from '@shuyuan/contract/stat/find.ts'
import { can, type Ctx } from '../../../kernel/ctx.ts'
import { pageCourses } from '../../course/catalog/course.service.ts'
import { pageExams } from '../../exam/exam.service.ts'
import { pageQuestions } from '../../qu/bank/qu.service.ts'
import { pageRepos } from '../../repo/repo.service.ts'
import { pageUsers } from '../../people/user/user-list.service.ts'
import { site } from '../../site/config/config.service.ts'
import { pageTmpls } from '../../tmpl/tmpl.service.ts'

type Found = Output<typeof statFind.all>
type Search = {
  permit: string
  module?: 'moduleExam' | 'moduleCourse'
  find: (ctx: Ctx, word: string) => Promise<Found[number]['records']>
}

const first = { current: 1, size: mostFound }
const TITLE_MAX = 120
/** Accounts and mobile numbers have no Chinese letters, names have no digits. */
const isAccount = (word: string) => /^[!-~]+$/.test(word)

const searches: Record<FoundKind, Search> = {
  exam: {
    permit: 'exam:list',
    module: 'moduleExam',
    find: async (ctx, word) =>
      (await pageExams(ctx, { ...first, params: { title: word } })).records.map(({ id, title, startTime }) => ({
        id,
        title,
        hint: startTime ? toWallClock(startTime).slice(0, 16) : '',
      })),
  },
  user: {
    permit: 'sys:user:list',
    find: async (ctx, word) => {
      const { records } = await pageUsers(ctx, { ...first, params: isAccount(word) ? { userName: word } : { realName: word } })
      return records.map(({ id, realName, userName, deptCode_dictText: depart }) => ({
        id,
        title: realName,
        hint: `${userName} ${depart}`,
        account: userName,
      }))
    },
  },
  course: {
    permit: 'course:list',
    module: 'moduleCourse',
    find: async (ctx, word) =>
      (await pageCourses(ctx, { ...first, params: { title: word } })).records.map(({ id, title }) => ({ id, title, hint: '' })),
  },
  qu: {
    permit: 'qu:list',
    find: async (ctx, word) =>
      (await pageQuestions(ctx, { ...first, params: { content: word } })).records.map(({ id, title, repoId_dictText: bank }) => ({
        id,
        title: title.slice(0, TITLE_MAX),
        hint: bank,
      })),
  },
  repo: {
    permit: 'repo:list',
    find: async (ctx, word) =>
      (await pageRepos(ctx, { ...first, params: { title: word } })).records.map(({ id, title }) => ({ id, title, hint: '' })),
  },
  tmpl: {
    permit: 'tmpl:list',
    module: 'moduleExam',
    find: async (ctx, word) =>
      (await pageTmpls(ctx, { ...first, params: { title: word } })).records.map(({ id, title }) => ({ id, title, hint: '' })),
  },
}

/** Groups without a match, and those whose list the caller may not open, are left out; an empty word finds nothing. */
export async function findAll(ctx: Ctx, { word = '' }: { word?: string | undefined }): Promise<Found> {
  if (word === '') return []
  const { props } = await site(ctx)
  const found: Found = []
  for (const kind of Object.keys(foundKinds) as FoundKind[]) {
    const { permit, module, find } = searches[kind]
    if (!can(ctx, permit) || (module && !props[module])) continue
    const records = await find(ctx, word)
    if (records.length > 0) found.push({ kind, records })
  }
  return found
}
