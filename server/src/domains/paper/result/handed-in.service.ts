// Tells the lists of exams which of them a user has handed in.
import { PaperState } from '@shuyuan/contract/paper/paper-state.ts'
import { sql } from 'kysely'
import type { App } from '../../../kernel/ctx.ts'
import { sayHandedIn } from '../../exam/entry/handed-in.service.ts'
import { papersOf } from '../question/own-papers.service.ts'

const handed = [PaperState.marking, PaperState.done]
const going = [PaperState.open]

const some = (userId: string, states: readonly number[]) =>
  sql<boolean>`exists (select 1 from ${papersOf(userId)} p where p.exam_id = exam.id and p.state = any(${states}))`

export const provideHandedIn = (app: App): void =>
  sayHandedIn(app, (userId) => sql<boolean>`(${some(userId, handed)} and not ${some(userId, going)})`)
