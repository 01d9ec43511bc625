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

test('only facts are offered as an end of the paper', async () => {
  fakeServer({})
  const { mouse } = show(
    <SchemaForm of={exam.save} initial={{ ...examDefaults, ...roomDefaults, allowPaste: false, leaveWatch: true, quSeconds: 60 }}>
      <IntegrityFields />
    </SchemaForm>,
  )
  const offered = async (name: string) => {
    await mouse.click(verdict(name))
    const texts = (await screen.findAllByRole('option')).map((one) => one.textContent || one.getAttribute('aria-label'))
    await mouse.keyboard('{Escape}')
    return (
      texts.includes('强制收卷') ||
      document.querySelector('.ant-select-dropdown:not(.ant-select-dropdown-hidden)')?.textContent?.includes('强制收卷')
    )
  }
  expect([await offered('离开页面'), await offered('复制内容'), await offered('单题超时')]).toEqual([true, false, false])
})
