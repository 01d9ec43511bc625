import { user } from '@shuyuan/contract/account/user.ts'
import { UserState } from '@shuyuan/contract/people/user/user-row.ts'
import { RoleType } from '@shuyuan/contract/kernel/role-type.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { departTree, page } from '../../../test/answers.ts'
import { bodies, fakeServer, type Sent } from '../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../test/render.tsx'
import { type PickedUser, UserPicker } from './UserPicker.tsx'

const people = (sent: Sent) => {
  const { current } = sent.body as { current: number }
  const records = [1, 2].map((n) => ({
    id: `${current}${n}`,
    userName: `u${current}${n}`,
    realName: `张${current}${n}`,
    deptCode: 'A',
    mobile: '',
  }))
  return page(records, 20, { current })
}
const answers = { [user.paging.path]: people, ...departTree }
const picker = (onPick: (users: PickedUser[]) => void = () => undefined) => (
  <UserPicker open onClose={() => undefined} onPick={onPick} excludes={['99']} />
)
const box = (name: string) => within(screen.getByRole('row', { name: new RegExp(name) })).getByRole('checkbox')

beforeEach(async () => {
  localStorage.clear()
  await signInWith(['sys:user:list'])
})

describe('selecting users', () => {
  it('remembers the selection over pages', async () => {
    fakeServer(answers)
    const picked: PickedUser[][] = []
    const { mouse } = show(picker((users) => picked.push(users)))
    await screen.findByText('u11')
    await mouse.click(box('u11'))
    await mouse.click(screen.getByRole('listitem', { name: '2' }))
    await screen.findByText('u22')
    await mouse.click(box('u22'))
    await mouse.click(screen.getByRole('button', { name: '确定' }))
    expect(picked).toEqual([
      [
        { id: '11', userName: 'u11', realName: '张11' },
        { id: '22', userName: 'u22', realName: '张22' },
      ],
    ])
  })

  it('needs at least one user', async () => {
    const shown = notices()
    fakeServer(answers)
    const picked: PickedUser[][] = []
    const { mouse } = show(picker((users) => picked.push(users)))
    await screen.findByText('u11')
    await mouse.click(screen.getByRole('button', { name: '确定' }))
    expect(shown).toEqual(['请至少勾选一个用户！!'])
    expect(picked).toEqual([])
  })

  it('requests the users of the department that is selected in the tree', async () => {
    const sent = fakeServer(answers)
    const { mouse } = show(picker())
    await mouse.click(await screen.findByText('客房部'))
    await waitFor(() =>
      expect(bodies(sent, user.paging).at(-1)).toEqual({
        current: 1,
        size: 10,
        params: { deptCode: 'A01', state: UserState.active, excludes: ['99'] },
      }),
    )
  })

  it('leaves out the users that the page excludes', async () => {
    const sent = fakeServer(answers)
    const none = () => undefined
    show(
      <UserPicker
        open
        onClose={none}
        onPick={none}
        excludeGroups={['5']}
        excludeDeparts={['A02']}
        userType={RoleType.learner}
        excludes={[]}
      />,
    )
    await screen.findByText('u11')
    expect(bodies(sent, user.paging)[0]).toMatchObject({
      params: { state: UserState.active, excludeGroups: ['5'], excludeDeparts: ['A02'], userType: RoleType.learner },
    })
    expect(bodies(sent, user.paging)[0]).not.toHaveProperty('params.excludes')
  })

  it('shows a notice where the user has no permission to list users', async () => {
    await signInWith([])
    const sent = fakeServer(answers)
    show(picker())
    expect(await screen.findByText('无相关权限！')).toBeTruthy()
    expect(sent).toEqual([])
  })
})
