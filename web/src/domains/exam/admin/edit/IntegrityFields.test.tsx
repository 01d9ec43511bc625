import { exam } from '@shuyuan/contract/exam/exam.ts'
import { examDefaults, roomDefaults } from '@shuyuan/contract/exam/exam-defaults.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeServer } from '../../../../../test/fake-server.ts'
import { show } from '../../../../../test/render.tsx'
import { SchemaForm } from '../../../../kernel/form/SchemaForm.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { IntegrityFields } from './IntegrityFields.tsx'

const Field = fieldOf(exam.save)
const verdict = (name: string) => screen.getByRole<HTMLInputElement>('combobox', { name })

test('a verdict is off while the switch that its signal needs is off', async () => {
  fakeServer({})
  const { mouse } = show(
    <SchemaForm of={exam.save} initial={{ ...examDefaults, ...roomDefaults, quSeconds: 60 }}>
      <Field name="fullScreen" />
      <IntegrityFields />
    </SchemaForm>,
  )
  expect([verdict('退出全屏').disabled, verdict('单题超时').disabled]).toEqual([true, false])
  await mouse.click(screen.getByRole('switch', { name: /全屏/ }))
  expect(verdict('退出全屏').disabled).toBe(false)
})
