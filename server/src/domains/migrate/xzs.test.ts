// A dump of xzs brought here: rehearsed, stored, stored again, interrupted and undone.
import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { ExamState } from '@shuyuan/contract/exam/exam.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { QuType, type QuestionBody } from '@shuyuan/contract/qu/content.ts'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { startWith } from '../../../test/people.ts'
import { countsOf } from './write/report.service.ts'
import { makeUser } from '../people/user/user.factory.ts'
import { type Migration, migrateSite, parts, undoSite } from './migrate.service.ts'
import { readOldSite } from './source.service.ts'
import { xzsMysql, xzsPostgres, xzsRows } from './xzs-fixture.factory.ts'

const folder = await mkdtemp(join(tmpdir(), 'shuyuan-xzs-'))
afterAll(() => rm(folder, { recursive: true }))
const { app } = await startWith()
await mkdir(join(folder, 'files/image/ab'), { recursive: true })
await writeFile(
  join(folder, 'files/image/ab/poets.png'),
  await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    .png()
    .toBuffer(),
)

async function read(text: string | Buffer, name = 'dump.sql') {
  const file = join(folder, name)
  await writeFile(file, text)
  return readOldSite(app.app, { kind: 'xzs', file, files: join(folder, 'files') })
}
const site = await read(xzsMysql())
const kept: string[] = []
async function bring(given: Partial<Migration> = {}) {
  const entries = await migrateSite(app.app, {
    site,
    as: 'admin',
    isDry: false,
    only: new Set(parts),
    depart: undefined,
    async keepPasswords(rows) {
      kept.push(...rows.map((row) => row.password))
    },
    ...given,
  })
  const counts = Object.fromEntries([...countsOf(entries)].map(([kind, of]) => [kind, Object.fromEntries(of)]))
  return { entries, counts, whyOf: (kind: string, id: string) => entries.find((one) => one.kind === kind && one.id === id)?.why }
}

const tables = ['sysUser', 'sysDepart', 'repo', 'qu', 'tmpl', 'exam', 'paper', 'commonFile', 'migrateItem', 'sysLog'] as const
async function rowCounts() {
  const counts: Record<string, string> = {}
  for (const table of tables) {
    const { n } = await app.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<string>().as('n'))
      .executeTakeFirstOrThrow()
    counts[table] = n
  }
  return counts
}

const expected = {
  depart: { made: 2 },
  user: { made: 5, left: 1, refused: 1 },
  repo: { made: 2, left: 1 },
  file: { made: 1, refused: 1 },
  qu: { made: 6, linked: 1, refused: 1, left: 2 },
  tmpl: { made: 2, left: 1 },
  exam: { made: 2 },
  paper: { made: 2, left: 2, refused: 1 },
}

test('every form of a dump says the same', async () => {
  const { fileOf: _files, ...plain } = site
  for (const other of [await read(xzsPostgres()), await read(gzipSync(xzsMysql()), 'dump.sql.gz')]) {
    const { fileOf: _other, ...rest } = other
    expect(rest).toEqual(plain)
  }
  expect(site.source).toMatch(/^xzs:[\da-f]{12}$/)
})

test('a dump in GBK is read, one with bytes of another encoding is refused', async () => {
  const gbk = Buffer.concat([
    Buffer.from("-- MySQL dump\nSET NAMES gbk;\nINSERT INTO `t_subject` (`id`,`name`,`level_name`) VALUES (1,'"),
    Buffer.from([0xd3, 0xef, 0xce, 0xc4]),
    Buffer.from("','');\n"),
  ])
  expect((await read(gbk)).left).toEqual([{ kind: 'repo', id: '1', title: '语文', why: '没有试题' }])
  await expect(read(Buffer.from(gbk.toString('latin1').replace('gbk', 'utf8'), 'latin1'))).rejects.toThrow(/no text in the encoding/)
  await expect(read('SET NAMES big5;\nINSERT INTO `t_user` (`id`) VALUES (1);')).rejects.toThrow(/big5/)
  await expect(read(xzsMysql().slice(0, 3_000))).rejects.toThrow(/ends within/)
})

test('a rehearsal counts as a run does and leaves nothing', async () => {
  const before = await rowCounts()
  const { counts, whyOf } = await bring({ isDry: true })
  expect(counts).toEqual(expected)
  expect(await rowCounts()).toEqual(before)
  expect(kept).toEqual([])
  expect(whyOf('user', '6')).toBe('用户名不能含有空格')
  expect(whyOf('user', '7')).toBe('手机号 19171171610 没有带过来')
})

test('a run stores all of it', async () => {
  await makeUser(app.db, { userName: 'Student', realName: '本站的' })
  const { counts, whyOf } = await bring()
  expect(counts).toEqual({ ...expected, user: { made: 4, linked: 1, left: 1, refused: 1 } })
  expect(kept).toHaveLength(4)
  const users = await app.db
    .selectFrom('sysUser')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where('userName', 'in', ['Student', 'admin2', 'teacher3', 'off4', 'twin7'])
    .orderBy('userName')
    .select(['userName', 'realName', 'state', 'roleType', 'deptName', 'mustChangePass', 'mobile'])
    .execute()
  expect(users).toMatchObject([
    { userName: 'Student', realName: '本站的', mustChangePass: false, mobile: null },
    { userName: 'admin2', roleType: RoleType.staff, mustChangePass: true },
    { userName: 'off4', state: UserState.disabled, deptName: '高三' },
    { userName: 'teacher3', realName: '老师\'三"', roleType: RoleType.staff },
    { userName: 'twin7', deptName: '一年级', mobile: null },
  ])
  expect(whyOf('qu', '6')).toContain('一个正确')
  expect(whyOf('tmpl', '1')).toBe('少了 1 题：没有迁移，或与前面的题内容相同')
})

test('questions keep type, key, blanks, level and pictures', async () => {
  const rows = await app.db.selectFrom('qu').orderBy('id').select(['quType', 'level', 'title', 'body']).execute()
  const brought = rows.slice(-6).map((row) => ({ ...row, body: row.body as QuestionBody }))
  expect(brought.map((row) => row.quType)).toEqual([
    QuType.single,
    QuType.multiple,
    QuType.trueFalse,
    QuType.fillIn,
    QuType.shortAnswer,
    QuType.single,
  ])
  const [single, multiple, judged, blanks, open, lost] = brought.map((row) => row.body)
  expect(single?.content).toBe('<p>床前明月<span>光</span></p>')
  expect(single?.options.map((one) => one.isRight)).toEqual([true, false])
  expect(multiple?.content).toMatch(/<img src="\/files\/[^"]+\.png" \/>/)
  expect(multiple?.options.map((one) => one.isRight)).toEqual([true, false, true])
  expect(judged?.options.map((one) => [one.content, one.isRight])).toEqual([
    ['是', true],
    ['否', false],
  ])
  expect(blanks?.content).toBe('<p>白日依山____，黄河入海____。</p>')
  expect(blanks?.blanks).toMatchObject([
    { answer: '尽', weight: 200 },
    { answer: '流', weight: 300 },
  ])
  expect(open?.modelAnswer).toBe('<p>思乡</p>')
  expect(open?.content).toContain("「it's」\\ 100%")
  expect(lost?.options[0]?.content).toContain('文件缺失：https://old.example/image/cd/missing.png')
})

test('papers are templates in the old order, results are scores of an offline exam that awards nothing', async () => {
  const tmpl = await app.db
    .selectFrom('tmpl')
    .where('title', '=', '语文期中')
    .select(['id', 'state', 'totalScore', 'quCount'])
    .executeTakeFirstOrThrow()
  expect(tmpl).toMatchObject({ state: TmplState.published, totalScore: 2_000, quCount: 4 })
  const order = await app.db
    .selectFrom('tmplQu')
    .innerJoin('tmplGroup', 'tmplGroup.id', 'groupId')
    .innerJoin('qu', 'qu.id', 'quId')
    .where('tmplId', '=', tmpl.id)
    .orderBy('tmplGroup.sort')
    .orderBy('tmplQu.sort')
    .select('quType')
    .execute()
  expect(order.map((row) => row.quType)).toEqual([QuType.single, QuType.multiple, QuType.trueFalse, QuType.fillIn])
  const papers = await app.db
    .selectFrom('paper')
    .innerJoin('exam', 'exam.id', 'examId')
    .innerJoin('sysUser', 'sysUser.id', 'userId')
    .where('exam.title', '=', '语文期中（历史成绩）')
    .orderBy('userName')
    .select(['userName', 'score', 'passed', 'handTime', 'finishDue', 'tellDue', 'exMsg', 'paper.totalScore', 'exam.offline'])
    .execute()
  expect(papers).toMatchObject([
    { userName: 'Student', score: 1_500, passed: true, exMsg: '迁移的成绩，共 2 次取最高分' },
    { userName: 'off4', score: 800, passed: false, finishDue: false, tellDue: false, offline: true, totalScore: 2_000 },
  ])
  expect(papers[1]?.handTime).toEqual(new Date('2024-04-01T02:00:00Z'))
  const draft = await app.db
    .selectFrom('exam')
    .where('title', '=', '下学期')
    .select(['draft', 'state', 'startTime', 'minutes'])
    .executeTakeFirstOrThrow()
  expect(draft).toMatchObject({ draft: true, state: ExamState.disabled, startTime: new Date('2099-01-01T01:00:00Z'), minutes: 45 })
  expect(await app.db.selectFrom('integrateDelivery').selectAll().execute()).toEqual([])
})

test('a second run adds nothing, and says what the old system has changed', async () => {
  const before = await rowCounts()
  const { counts } = await bring()
  expect(counts).toMatchObject({ depart: { same: 2 }, user: { same: 5 }, repo: { same: 2 }, tmpl: { same: 2 }, exam: { same: 1 } })
  const after = await rowCounts()
  // the run itself is in the log
  expect({ ...after, sysLog: '' }).toEqual({ ...before, sysLog: '' })
  const changed = { ...site, banks: site.banks.map((one) => ({ ...one, title: `${one.title}改` })) }
  expect((await bring({ site: changed })).counts.repo).toEqual({ changed: 2, left: 1 })
})

test('what was removed here is not brought again', async () => {
  const { id } = await app.db.selectFrom('qu').orderBy('id', 'desc').select('id').limit(1).executeTakeFirstOrThrow()
  await app.db.updateTable('qu').set({ deleted: true }).where('id', '=', id).execute()
  expect((await bring()).counts.qu).toMatchObject({ gone: 1 })
  await app.db.updateTable('qu').set({ deleted: false }).where('id', '=', id).execute()
})

test('an undo takes back what is unchanged, and keeps what was changed or used', async () => {
  const kept = await app.db
    .updateTable('tmpl')
    .set({ title: '改过的', version: 2 })
    .where('title', '=', '下学期')
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db.updateTable('sysUser').set({ lastLogin: new Date() }).where('userName', '=', 'teacher3').execute()
  const entries = await undoSite(app.app, { source: site.source, as: 'admin' })
  const left = entries.filter((one) => one.outcome === 'refused')
  expect(left.map((one) => one.kind)).toEqual(expect.arrayContaining(['tmpl', 'qu', 'user']))
  expect(await app.db.selectFrom('tmpl').where('title', 'in', ['语文期中', '改过的']).select('id').execute()).toEqual([kept])
  const users = await app.db
    .selectFrom('sysUser')
    .where('userName', 'in', ['Student', 'admin2', 'teacher3', 'off4', 'twin7'])
    .orderBy('userName')
    .select('userName')
    .execute()
  expect(users.map((one) => one.userName)).toEqual(['Student', 'teacher3'])
  expect(await app.db.selectFrom('paper').selectAll().execute()).toEqual([])
  expect(await app.db.selectFrom('sysDepart').where('deptName', 'in', ['一年级', '高三']).selectAll().execute()).toEqual([])
  await expect(undoSite(app.app, { source: 'xzs:unknown', as: 'admin' })).rejects.toThrow(/nothing was brought/)
})

test('a run that was interrupted goes on where it stopped', async () => {
  const many = {
    ...xzsRows,
    t_user: Array.from({ length: 120 }, (_, at) => ({ ...xzsRows.t_user![0]!, id: 1_000 + at, user_name: `many${at}`, phone: null })),
  }
  const large = await read(xzsMysql({ ...many }))
  let calls = 0
  const stops = bring({
    site: large,
    only: new Set(['users']),
    async keepPasswords() {
      if (++calls === 2) throw new Error('the disk is full')
    },
  })
  await expect(stops).rejects.toThrow('the disk is full')
  const count = async () =>
    Number(
      (
        await app.db
          .selectFrom('sysUser')
          .where('userName', 'like', 'many%')
          .select((eb) => eb.fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    )
  expect(await count()).toBe(50)
  expect((await bring({ site: large, only: new Set(['users']) })).counts.user).toEqual({ same: 50, made: 70 })
  expect(await count()).toBe(120)
})
