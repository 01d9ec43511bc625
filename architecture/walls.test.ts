// The import rules: each rejects a deliberate violation and accepts an allowed counterpart.
import { expect, test } from 'vitest'
import { copiedPieces, crowdedFolders, foreignTables, importsOf, roomless, unmatched, unnamedFiles, wallsBroken } from './walls.ts'

const architecture = {
  uses: { sys: [], exam: ['sys'], paper: ['sys', 'exam'] },
  rooms: { paper: { order: ['marking', 'attempt', 'review'], shared: ['paper-state.ts'] } },
}
const S = 'server/src/domains'
const W = 'web/src/domains'

test.each([
  ['a domain above', `${S}/exam/exam.service.ts`, `${S}/paper/attempt/save.service.ts`],
  ['a domain that is not listed', `${S}/sys/user.service.ts`, `${S}/exam/exam.service.ts`],
  ['a domain above, on the web', `${W}/exam/ExamCard.tsx`, `${W}/paper/question/marked.ts`],
  ['a domain above, in the contract', 'contract/src/exam/exam.ts', 'contract/src/paper/paper.ts'],
  ['something else than a service of another domain', `${S}/paper/attempt/save.service.ts`, `${S}/exam/exam.rules.ts`],
  ['a page of another domain', `${W}/paper/result/ResultReport.tsx`, `${W}/exam/admin/ExamListPage.tsx`],
  ['a room above', `${S}/paper/attempt/save.service.ts`, `${S}/paper/review/review.service.ts`],
  ['a room above, on the web', `${W}/paper/attempt/room/Room.tsx`, `${W}/paper/review/MarkDesk.tsx`],
  ['the root from a room', `${S}/paper/attempt/save.service.ts`, `${S}/paper/paper.service.ts`],
  ['a domain from the kernel', 'server/src/kernel/page.ts', `${S}/sys/user.service.ts`],
  ['a contract from the web kernel', 'web/src/kernel/call/api.ts', 'contract/src/exam/exam.ts'],
  ['the shared layer from the web kernel', 'web/src/kernel/access/Can.tsx', 'web/src/shared/session/session.ts'],
  ['a domain from the shared layer', 'web/src/shared/session/session.ts', `${W}/exam/ExamCard.tsx`],
  ['the frame from a domain', `${W}/sys/role-menu/MenuDialog.tsx`, 'web/src/app/adminPages.ts'],
  ['the server from the web', 'web/src/kernel/call/api.ts', 'server/src/kernel/fail.ts'],
  ['the web from the server', 'server/src/app.ts', 'web/src/app/routes/menu.ts'],
  ['a package from the contract', 'contract/src/exam/exam.ts', 'dayjs'],
  ['Zod itself from the contract', 'contract/src/exam/exam.ts', 'zod'],
  ['the database from rules', `${S}/paper/marking/marking.rules.ts`, 'kysely'],
  ['the network from a format', `${S}/paper/marking/gift.format.ts`, 'node:net'],
])('%s is refused', (_what, from, to) => {
  expect(wallsBroken({ from, to }, architecture)).toHaveLength(1)
})

test.each([
  ['a domain below, by its service', `${S}/paper/attempt/save.service.ts`, `${S}/exam/exam.service.ts`],
  ['a room below', `${S}/paper/review/review.service.ts`, `${S}/paper/marking/marking.rules.ts`],
  ['the named file of the root', `${S}/paper/attempt/save.service.ts`, `${S}/paper/paper-state.ts`],
  ['every room, from the root', `${S}/paper/paper.routes.ts`, `${S}/paper/review/review.service.ts`],
  ['any contract, from a page', `${W}/exam/ExamCard.tsx`, 'contract/src/paper/paper.ts'],
  ['everything, from a test', `${S}/exam/exam.test.ts`, `${S}/paper/attempt/save.service.ts`],
  ['every domain, from the frame', 'web/src/app/compose.ts', `${W}/paper/admission/ScoreImport.tsx`],
])('%s is allowed', (_what, from, to) => {
  expect(wallsBroken({ from, to }, architecture)).toEqual([])
})

test('imports are found in every form', () => {
  const text = [
    "import a from './a.ts'",
    "import { b,\n  c } from '@shuyuan/contract/exam/exam.ts'",
    "import './d.css'",
    "const lazy = () => import('../e.tsx')",
    "new Worker(new URL('./f.worker.ts', import.meta.url))",
    "export type { G } from './g.ts'",
  ]
  expect(importsOf('web/src/domains/exam/x.ts', text.join('\n')).map((one) => one.to)).toEqual([
    'web/src/domains/exam/a.ts',
    'contract/src/exam/exam.ts',
    'web/src/domains/exam/d.css',
    'web/src/domains/e.tsx',
    'web/src/domains/exam/f.worker.ts',
    'web/src/domains/exam/g.ts',
  ])
})

test('a folder that is not declared in domains.ts is refused', () => {
  const wrong = [`${S}/games/play.service.ts`, `${S}/paper/cellar/x.service.ts`, `${S}/exam/room/x.service.ts`, `${W}/paper/cellar/X.tsx`]
  expect(wrong.flatMap((file) => roomless(file, architecture))).toHaveLength(wrong.length)
  const right = [`${S}/paper/attempt/x.service.ts`, `${S}/paper/paper.routes.ts`, `${W}/paper/attempt/room/X.tsx`, `${W}/exam/card/X.tsx`]
  expect(right.flatMap((file) => roomless(file, architecture))).toEqual([])
})

test('a refusal names the file that is to be changed', () => {
  expect(wallsBroken({ from: `${S}/site/user.service.ts`, to: `${S}/exam/exam.service.ts` }, architecture)).toEqual([
    `site may not use exam (uses in architecture/domains.ts): ${S}/site/user.service.ts → ${S}/exam/exam.service.ts`,
  ])
  expect(roomless(`${S}/games/play.service.ts`, architecture)).toEqual([
    `${S}/games/play.service.ts: games is no domain; name it in uses of architecture/domains.ts`,
  ])
  expect(roomless(`${S}/paper/cellar/x.service.ts`, architecture)).toEqual([
    `${S}/paper/cellar/x.service.ts: cellar is no room; name it in rooms of architecture/domains.ts`,
  ])
  expect(unmatched(['a', 'b'], ['b', 'c', 'b'], 'routes.ts')).toEqual([
    'a: add it to routes.ts',
    'c: named in routes.ts, but does not exist',
  ])
})

test('a crowded folder is refused unless it says what belongs there; tests are not counted', () => {
  const many = Array.from({ length: 21 }, (_one, at) => `${S}/exam/n${at}.service.ts`)
  const none = () => false
  expect(crowdedFolders(many, 20, none)).toEqual([
    `${S}/exam: 21 files; divide it by notion, or say in ${S}/exam/README.md what belongs there and what does not`,
  ])
  expect(crowdedFolders([...many.slice(1), `${S}/exam/n.test.ts`], 20, none)).toEqual([])
  expect(crowdedFolders(many, 20, (folder) => folder === `${S}/exam`)).toEqual([])
})

test('a name without a kind is refused, and so are dots within the name', () => {
  const wrong = ['fix.check.rules.ts', 'known.ts', 'Marking.rules.ts', 'gift.parser.ts']
  expect(unnamedFiles(wrong.map((name) => `${S}/paper/${name}`))).toHaveLength(wrong.length)
  expect(unnamedFiles([`${S}/paper/fix-check.rules.ts`, `${S}/paper/fix-check.rules.test.ts`, 'server/src/kernel/fail.ts'])).toEqual([])
})

test('writes to tables of other domains are found in every notation', () => {
  const file = `${S}/paper/x.service.ts`
  const writes = [
    "db.insertInto('examApply')",
    "db.updateTable('sysUser as u')",
    "for (const table of ['paperAnswer', 'courseLearn'] as const) await db.deleteFrom(table)",
    'sql`delete from sys_user where id = 1`',
    "sql.table('examUser')",
    'sql`insert into ${departs} (exam_id) ${rows}`',
    'sql`delete from ${sql.table(`${row}_user`)} where id = 1`',
    'db.deleteFrom(table)',
  ]
  expect(writes.flatMap((text) => foreignTables(file, text, {}))).toHaveLength(writes.length)
  expect(
    foreignTables(file, "db.insertInto('paperAnswer'); sql`update paper set x = 1`; db.deleteFrom('examExtra')", { exam_extra: ['paper'] }),
  ).toEqual([])
  expect(foreignTables(`${S}/exam/x.service.ts`, "db.deleteFrom('examExtra')", { exam_extra: ['paper'] })).toHaveLength(1)
})

test('a piece of the kernel that is written again is refused', () => {
  const file = `${S}/exam/x.service.ts`
  const copies = [
    'const ctx = ctxOf(app, { db, afterCommit: (act) => void after.push(act) })',
    'const ctx = { app, db, now, afterCommit: (act: () => void | Promise<void>) => void later.push(act) }',
    'for (const act of after) await act()',
    'const timer = setInterval(() => sweep(app), 1_000)',
    "query.where('id', '=', sql<string>`any(${ids}::bigint[])`)",
    'query.where(sql<boolean>`exam.id = any(${ids}::bigint[])`)',
  ]
  for (const text of copies) expect(copiedPieces(file, text), text).toHaveLength(1)
  expect(copiedPieces(`${S}/live/rtmp/rtmp.service.ts`, copies[3] ?? '')).toEqual([])
  expect(copiedPieces(file, "query.where(among('id', ids))\nawait runEffects(app, after)")).toEqual([])
  expect(copiedPieces(`${S}/exam/x.test.ts`, copies.join('\n'))).toEqual([])
})
