// The whole form of an exam that has begun; its parts are tested beside it.
import type { Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { type exam, ExamOpenType } from '@shuyuan/contract/exam/exam.ts'
import { examDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { errors } from '@shuyuan/contract/kernel/error.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { noCategories, page } from '../../../../../test/answers.ts'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show, signInWith } from '../../../../../test/render.tsx'
import { tmpl } from '@shuyuan/contract/tmpl/tmpl.ts'
import { ExamForm } from './ExamForm.tsx'

const stored = {
  ...examDefaults,
  id: '7',
  version: 1,
  title: '点名考试',
  remark: '',
  tmplId: '4',
  tmplId_dictText: '消防卷',
  openType: ExamOpenType.all,
  users: [],
  groups: [],
  deptCodes: [],
  invigilators: [],
  startTime: null,
  endTime: null,
  passScore: 6,
  price: '0.00',
  markTolerance: 1,
  hasPassword: false,
  started: true,
} as unknown as Data<typeof exam.detail>

beforeEach(() => signInWith([]))

it('locks template, minutes and pass score with the reason, and leaves the title', async () => {
  fakeServer({ ...noCategories, [tmpl.paging.path]: page([]) })
  show(<ExamForm stored={stored} />)
  expect((await screen.findAllByText(errors.examStarted[1])).length).toBeGreaterThan(2)
  for (const name of ['试卷模板', '考试时长', '及格分']) expect(screen.getByLabelText(name)).toHaveProperty('disabled', true)
  expect(screen.getByLabelText('考试名称')).toHaveProperty('disabled', false)
})
