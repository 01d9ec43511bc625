import { exam } from '@shuyuan/contract/exam/exam.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { page } from '../../../test/answers.ts'
import { bodies, fakeServer } from '../../../test/fake-server.ts'
import { show, signInWith } from '../../../test/render.tsx'
import { ExamsSelect } from './ExamsSelect.tsx'

const row = (id: string, title: string, offline: boolean) => ({ id, title, offline, startTime: null, totalScore: 100 })
const answers = {
  [exam.paging.path]: page([row('1', '消防考试', false), row('2', '笔试', true)]),
  [exam['list-titles'].path]: { data: [] },
}

function Page() {
  const [ids, setIds] = useState(['9'])
  return (
    <>
      <ExamsSelect except="7" value={ids} onChange={setIds} />
      <output data-testid="ids">{ids.join()}</output>
    </>
  )
}

beforeEach(() => signInWith(['*']))

it('selects several exams in a dialog, which marks exams on paper and leaves out chosen ones', async () => {
  const server = fakeServer(answers)
  const { mouse } = show(<Page />)
  await mouse.click(screen.getByRole('button', { name: '选择考试' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByRole('button', { name: '请勾选考试' })).toHaveProperty('disabled', true)
  const offline = await within(dialog).findByRole('row', { name: /笔试 线下考试/ })
  await mouse.click(within(offline).getByRole('checkbox'))
  await mouse.click(within(within(dialog).getByRole('row', { name: /消防考试/ })).getByRole('checkbox'))
  await mouse.click(within(dialog).getByRole('button', { name: '确认2项' }))
  await waitFor(() => expect(screen.getByTestId('ids').textContent?.split(',').toSorted()).toEqual(['1', '2', '9']))
  expect(bodies(server, exam.paging)).toContainEqual(expect.objectContaining({ params: { excludes: ['9', '7'] } }))
})
