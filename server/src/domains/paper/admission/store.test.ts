// New papers are stored together with those of others who start at the same moment.
import { paper } from '@shuyuan/contract/paper/paper.ts'
import { expect, test } from 'vitest'
import { startWith } from '../../../../test/people.ts'
import { json } from '../../../kernel/database.ts'
import { setUpExam } from '../exam-setup.factory.ts'
import { contentColumns, storedContent } from '../question/stored.service.ts'
import { insertTogether } from './store.service.ts'

const { app, ann, bob } = await startWith('ann', 'bob')

test('candidates who start at the same moment each get a paper of their own', async () => {
  const exams = await Promise.all([setUpExam(app.ctx()), setUpExam(app.ctx())])
  const asked = exams.flatMap(({ examId }) => [ann, bob, ann].map((person) => ({ examId, person })))
  const papers = await Promise.all(
    asked.map(async ({ examId, person }) => ({
      examId,
      userId: person.id,
      id: (await app.ok(paper['create-paper'], { examId }, person.token)).id,
    })),
  )
  const ids = new Set(papers.map((one) => one.id))
  expect(ids.size).toBe(4)
  const stored = await app.db
    .selectFrom('paper')
    .where('id', 'in', [...ids])
    .select(['id', 'examId', 'userId'])
    .execute()
  for (const one of papers) expect(stored).toContainEqual(one)
  for (const { id, person } of asked.map(({ person }, at) => ({ id: papers[at]!.id, person }))) {
    const { groups } = await app.ok(paper['paper-detail'], { id }, person.token)
    const row = await app.db.selectFrom('paper').where('id', '=', id).select(contentColumns).executeTakeFirstOrThrow()
    expect(groups.flatMap((group) => group.quList.map((one) => one.quId))).toEqual(
      (await storedContent(app, row)).flatMap((group) => group.quList.map((one) => one.ref)),
    )
  }
})

test('a paper that cannot be stored does not keep those of others from being stored', async () => {
  const { examId } = await setUpExam(app.ctx())
  const { id } = await app.ok(paper['create-paper'], { examId }, ann.token)
  const { id: _id, userId: _user, ...row } = await app.db.selectFrom('paper').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
  const values = {
    ...row,
    content: null,
    keys: null,
    layout: json(row.layout),
    markOptions: json(row.markOptions),
    manual: json(row.manual),
  }
  const of = (userId: string) => insertTogether(app.ctx().app, { ...values, marks: null, userId })
  const [unknown, own, twice] = await Promise.allSettled([of('999999999999'), of(bob.id), of(ann.id)])
  expect(unknown).toMatchObject({ status: 'rejected', reason: { code: '23503' } })
  expect(own).toMatchObject({ status: 'fulfilled', value: { examId, userId: bob.id } })
  expect(twice).toEqual({ status: 'fulfilled', value: undefined })
})
