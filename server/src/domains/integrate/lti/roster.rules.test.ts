// What a platform answers about the members of a course.
import { expect, test } from 'vitest'
import { membersIn, nextOf } from './roster.rules.ts'

const MEMBER = 'http://purl.imsglobal.org/vocab/lis/v2/membership#'
const read = (...members: object[]) => membersIn(JSON.stringify({ id: 'x', context: { id: '1' }, members }))

test('members have an id, a name as it is written in China, a role and a state', () => {
  expect(
    read(
      { user_id: 'a', name: '小明 张', given_name: '小明', family_name: '张', roles: [`${MEMBER}Learner`], status: 'Active' },
      { user_id: 'b', given_name: 'Ann', family_name: 'Lee', roles: ['Instructor'] },
      { user_id: 'c', roles: [`${MEMBER}Learner`], status: 'Inactive' },
      { user_id: 'd', name: 'x', roles: [], status: 'Deleted' },
      { user_id: 'e', name: 7, roles: 'Learner', picture: null, message: [{}] },
    ),
  ).toEqual([
    { subject: 'a', name: '张小明', teaches: false, active: true },
    { subject: 'b', name: 'Ann Lee', teaches: true, active: true },
    { subject: 'c', name: '', teaches: false, active: false },
    { subject: 'e', name: '', teaches: false, active: true },
  ])
})

test.each(['', '<html>', '[]', '{"members":{}}', '{"members":[{"name":"no id"}]}', '{"members":[{"user_id":"a\\u0000"}]}'])(
  'another answer is no roster: %s',
  (body) => expect(membersIn(body)).toBeUndefined(),
)

test.each([
  ['<https://a.example/m?p=2>; rel="next"', 'https://a.example/m?p=2'],
  ['<https://a.example/d>; rel="differences", <https://a.example/m?q=1,2>; rel=next', 'https://a.example/m?q=1,2'],
  ['</m?p=2>; title="x"; rel="next last"', 'https://a.example/m?p=2'],
  ['<https://a.example/d>; rel="differences"', undefined],
  ['<https://a.example/d>; rel="nextpage"', undefined],
  ['', undefined],
  [undefined, undefined],
])('the next page of %s', (header, next) => expect(nextOf(header, 'https://a.example/m')).toBe(next))
