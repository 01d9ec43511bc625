// The figures of a course within its page: a column for each file, and the captures.
import { courseFace } from '@shuyuan/contract/course/face/face.ts'
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { statCourse } from '@shuyuan/contract/course/records/stat-course.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { departTree, page } from '../../../../test/answers.ts'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../test/render.tsx'
import { CourseStat } from './CourseStat.tsx'

it('shows how far each person is in each file, and of captures how they begin', async () => {
  await signInWith(['course:stat', 'course:face:list'])
  const file = { fileId: '3', title: '电梯困人演练', fileType: CourseFileType.audio, required: true }
  const counts = { people: 2, begun: 1, finished: 0, going: 1, none: 1, overdue: 0 }
  const person = { userId: '9', userName: 'an', realName: '安安', deptName: '客房部', learned: 'going', process: 40, overdue: false }
  const sent = fakeServer({
    ...departTree,
    [statCourse.overview.path]: { data: { title: '演练', ...counts, files: [file] } },
    [statCourse['user-paging'].path]: page([{ ...person, files: { 3: { process: 40, learnSec: 12, finished: false } } }]),
    [courseFace['capture-paging'].path]: page([]),
  })
  const { mouse } = show(<CourseStat courseId="7" part="figures" />)
  await screen.findByText('安安')
  expect(screen.getAllByRole('columnheader').map((one) => one.textContent)).toContain('电梯困人演练')
  expect(bodies(sent, statCourse['user-paging'])).toMatchObject([{ params: { courseId: '7' } }])
  await mouse.click(screen.getByText('学习抓拍'))
  expect(await screen.findByText('在课程设置中开启人脸核验或抓拍后，记录会显示在这里。')).toBeTruthy()
  expect(bodies(sent, courseFace['capture-paging'])).toMatchObject([{ params: { courseId: '7' } }])
})
