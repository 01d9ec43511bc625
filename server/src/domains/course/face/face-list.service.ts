// Face checks and captures of learners, for the back office.
import { type courseFace, FaceKind, type faceResult } from '@shuyuan/contract/course/face/face.ts'
import type { Input, Output } from '@shuyuan/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { App, Ctx } from '../../../kernel/ctx.ts'
import { among, lookedUp } from '../../../kernel/database.ts'
import { keyedPageOf } from '../../../kernel/page.ts'
import { type FaceProblem, isUncomparable } from '../../../providers/face/face.ts'
import { wording } from '../../../kernel/localized.ts'
import { keptSince } from '../../face/consent.service.ts'
import { departBranch } from '../../people/org/depart.service.ts'
import { ofPeople, ofPeopleWithinDataScope, ofUsersWithinDataScope, peopleOf } from '../../people/user/data-scope.service.ts'
import { usersNamed } from '../../people/user/name-search.service.ts'
import { courseFaceMessage } from './face-message.service.ts'
import { pictureAddresses, removePicture } from '../../site/provider/evidence.service.ts'

type Asked = Input<(typeof courseFace)['face-paging']>
type Listed = Output<(typeof courseFace)['face-paging']>
// ids grow with the time
const sortable = { createTime: 'courseFace.id' }
const AT_ONCE = 500
/** Pictures that a list reaches; older ones are found by person or course. */
const DEEPEST = 20_000
/** A page behind so many pictures of a branch passes those of everybody else on the way. */
const DEEP = 5_000

const resultOf = (passed: boolean, reason: string): keyof typeof faceResult => {
  if (passed) return reason === 'grey' ? 'grey' : 'passed'
  return isUncomparable(reason as FaceProblem) ? 'uncomparable' : 'failed'
}

const readRows = ({ db }: Ctx, ids: readonly string[]) =>
  db
    .selectFrom('courseFace')
    .leftJoin('course', 'course.id', 'courseFace.courseId')
    .leftJoin('courseFile', 'courseFile.id', 'courseFace.fileId')
    .leftJoin('sysUser', 'sysUser.id', 'courseFace.userId')
    .leftJoin('sysDepart', 'sysDepart.deptCode', 'sysUser.deptCode')
    .where(among('courseFace.id', ids))
    .select(['courseFace.id', 'courseFace.courseId', 'course.title as courseName', 'courseFile.title as fileName', 'courseFace.userId'])
    .select(['realName', 'deptName', 'courseFace.url', 'passed', 'reason', 'score', 'courseFace.createTime'])
    .execute()

async function pageOfKind(ctx: Ctx, kind: FaceKind, { params, ...paging }: Asked): Promise<Listed> {
  const isDeep = (paging.current - 1) * paging.size >= DEEP
  let found = ctx.db
    .selectFrom('courseFace')
    .where('courseFace.kind', '=', kind)
    .where(await (isDeep ? ofPeopleWithinDataScope : ofUsersWithinDataScope)(ctx, 'courseFace.userId'))
  if (params.courseId) found = found.where('courseFace.courseId', '=', params.courseId)
  if (params.userId) found = found.where('courseFace.userId', '=', params.userId)
  if (params.realName) found = found.where('courseFace.userId', '=', usersNamed(params.realName))
  if (params.deptCode) {
    const people = peopleOf(await departBranch(ctx, params.deptCode))
    found = found.where(isDeep ? await ofPeople(ctx, 'courseFace.userId', people) : lookedUp(sql`course_face.user_id in (${people})`))
  }
  const page = await keyedPageOf(ctx.db, found, paging, {
    key: 'courseFace.id',
    sortable,
    fallback: [['courseFace.id', 'desc']],
    deepest: DEEPEST,
    read: (ids) => readRows(ctx, ids),
  })
  const addressOf = await pictureAddresses(ctx.app)
  const records = page.records.map(({ deptName, courseName, realName, url, reason, fileName, ...row }) => ({
    ...row,
    courseName: courseName ?? '',
    realName: realName ?? '',
    fileName: fileName ?? '',
    deptCode_dictText: deptName ?? '',
    image: addressOf(url),
    result: resultOf(row.passed, reason),
    reason: reasonText(ctx, reason),
  }))
  return { ...page, records }
}

function reasonText(ctx: Ctx, reason: string): string {
  if (reason === '' || reason === 'grey') return ''
  return wording(ctx, courseFaceMessage(reason as FaceProblem | 'missing'))
}

/** Checks before a course, within the caller's data scope. */
export const pageChecks = (ctx: Ctx, asked: Asked): Promise<Listed> => pageOfKind(ctx, FaceKind.check, asked)

/** Captures while learning, within the caller's data scope. */
export const pageCaptures = (ctx: Ctx, asked: Asked): Promise<Listed> => pageOfKind(ctx, FaceKind.capture, asked)

/** Deletes checks and captures with their pictures after the days that the library's settings name. @returns how many */
export async function deleteOldFaces(app: App): Promise<number> {
  const before = await keptSince(app, 'keepDays')
  for (let gone = 0; ;) {
    const { rows } = await sql<{ url: string }>`delete from course_face where id in (
      select id from course_face where create_time < ${before}::timestamptz order by create_time limit ${AT_ONCE}) returning url`.execute(
      app.db,
    )
    for (const { url } of rows) if (url !== '') await removePicture(app, url)
    gone += rows.length
    if (rows.length < AT_ONCE) return gone
  }
}
