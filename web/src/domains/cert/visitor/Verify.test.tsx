// The public check says in a word what a certificate is worth.
import { certVerify } from '@shuyuan/contract/cert/grant.ts'
import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, it } from 'vitest'
import { bodies, fakeServer } from '../../../../test/fake-server.ts'
import { show } from '../../../../test/render.tsx'
import { Verify } from './Verify.tsx'

it.each([
  ['valid', '有效'],
  ['revoked', '已撤销'],
])('a certificate that is %s', async (state, word) => {
  const found = { certGrantNo: 'SY1', title: '消防证', realName: '欧阳*娜', authority: '书院', createTime: '2026-11-20 09:00:00' }
  const sent = fakeServer({ [certVerify.verify.path]: { data: { ...found, expireTime: null, state } } })
  show(
    <Routes>
      <Route path="/cert/:no" element={<Verify />} />
    </Routes>,
    { path: '/cert/SY1' },
  )
  const result = (await screen.findByText(word)).closest('[role=status]')!
  expect(result.textContent).toContain('欧阳*娜')
  expect(bodies(sent, certVerify.verify)).toEqual([{ certGrantNo: 'SY1' }])
})
