// The questions of all courses: each names its course, and is answered in a dialog.
import { courseQuestion } from '@shuyuan/contract/course/talk/question.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { departTree, page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { notices, show, signInWith } from '../../../../test/render.tsx'
import { QuestionList } from './QuestionList.tsx'

it('a question of any course is answered from its row', async () => {
  await signInWith(['course:answer', 'course:list'])
  const said = notices()
  const place = { fileId: '3', fileTitle: '演练', position: 65, courseId: '7', courseTitle: '电梯困人' }
  const asker = { realName: '安安', userName: 'an', deptName: '客房部', createTime: '2026-11-28 09:00:00' }
  const row = { id: '5', ...place, ...asker, content: '可以扒门吗？', isOpen: false, answered: false, answers: [] }
  const sent = fakeServer({
    ...departTree,
    [courseQuestion.paging.path]: page([row]),
    [courseQuestion.answer.path]: { data: true },
  })
  const { mouse } = show(<QuestionList />)
  const found = (await screen.findByText('可以扒门吗？')).closest('tr')!
  for (const text of ['等待回答', '电梯困人', '演练 · 1:05', '安安']) expect(found.textContent).toContain(text)
  await mouse.click(screen.getByText('回答'))
  await mouse.click(await screen.findByLabelText('回答内容'))
  await mouse.paste('不可以，按铃等待救援。')
  await mouse.click(screen.getByText('确定'))
  await waitFor(() => expect(bodies(sent, courseQuestion.answer)).toEqual([{ id: '5', content: '不可以，按铃等待救援。', isOpen: false }]))
  await waitFor(() => expect(said).toContain('回答已发送，提问的学员会收到消息'))
})
