import { userPoints } from '@shuyuan/contract/points/points.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import PointsRulePage from './PointsRulePage.tsx'

const rule = (event: string, enabled: boolean) => ({ event, event_dictText: event, points: 1, dayCap: 0, enabled })

it.each([
  [false, 1],
  [true, 0],
])('with a rule that is on: %s, there are %i warnings that nothing is earned', async (enabled, warnings) => {
  fakeServer({ [userPoints['rule/list'].path]: { data: [rule('login', false), rule('course', enabled)] } })
  show(<PointsRulePage />)
  await screen.findByText('login')
  expect(screen.queryAllByText(/所有积分规则都未启用/)).toHaveLength(warnings)
})
