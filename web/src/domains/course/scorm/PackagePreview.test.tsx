import { courseScorm } from '@shuyuan/contract/course/scorm/scorm.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { PackagePreview } from './PackagePreview.tsx'

it('names the rules that are not followed, with their parts, beside the package', async () => {
  const unfollowed = [
    { rule: 'choice', item: '有序的课' },
    { rule: 'forwardOnly', item: '有序的课' },
    { rule: 'choice', item: '测验' },
  ]
  const items = ['阅读', '测验'].map((title) => ({ title, depth: 0 }))
  const frame = { url: 'about:blank', sandbox: 'allow-scripts' }
  const sent = fakeServer({ [courseScorm.preview.path]: { data: { ...frame, items, item: 0, windowed: '', unfollowed } } })
  show(<PackagePreview fileId="7" title="有序课件" />)
  const lines = within(await screen.findByRole('note')).getAllByRole('listitem')
  expect(lines.map((one) => one.textContent)).toEqual(['不许自选单元有序的课 · 测验', '只能前进有序的课'])
  expect(screen.getByTitle('有序课件').getAttribute('sandbox')).toBe('allow-scripts')
  expect(bodies(sent, courseScorm.preview)).toEqual([{ id: '7', item: 0 }])
})
