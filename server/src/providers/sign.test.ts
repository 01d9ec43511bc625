// Signatures of SMS providers, compared with the examples in their documentation.
import { expect, test } from 'vitest'
import { acs3Query, signAcs3 } from './sign-acs3.ts'
import { signTc3 } from './sign-tc3.ts'

test('ACS3-HMAC-SHA256: the documented example RunInstances', () => {
  const query = acs3Query({ RegionId: 'cn-shanghai', ImageId: 'win2019_1809_x64_dtc_zh-cn_40G_alibase_20230811.vhd' })
  const headers = signAcs3({
    method: 'POST',
    url: new URL(`https://ecs.cn-shanghai.aliyuncs.com/?${query}`),
    action: 'RunInstances',
    version: '2014-05-26',
    accessKeyId: 'YourAccessKeyId',
    accessKeySecret: 'YourAccessKeySecret',
    now: new Date('2023-10-26T10:22:32Z'),
    nonce: '3156853299f313e23d1673dc12e1703d',
  })
  expect(headers.authorization).toBe(
    'ACS3-HMAC-SHA256 Credential=YourAccessKeyId,SignedHeaders=host;x-acs-action;x-acs-content-sha256;x-acs-date;x-acs-signature-nonce;x-acs-version,Signature=06563a9e1b43f5dfe96b81484da74bceab24a1d853912eee15083a6f0f3283c0',
  )
})

test('ACS3 encodes by RFC 3986, sorted by name', () => {
  expect(acs3Query({ b: "x y*~'", a: '{"码":1}' })).toBe('a=%7B%22%E7%A0%81%22%3A1%7D&b=x%20y%2A~%27')
})

test('TC3-HMAC-SHA256: the documented example DescribeInstances', () => {
  const authorization = signTc3({
    service: 'cvm',
    body: String.raw`{"Limit": 1, "Filters": [{"Values": ["\u672a\u547d\u540d"], "Name": "instance-name"}]}`,
    secretId: 'AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******',
    secretKey: 'Gu5t9xGARNpq86cd98joQYCN3*******',
    headers: { 'content-type': 'application/json; charset=utf-8', host: 'cvm.tencentcloudapi.com' },
    timestamp: 1_551_113_065,
  })
  expect(authorization).toBe(
    'TC3-HMAC-SHA256 Credential=AKIDz8krbsJ5yKBZQpn74WFkmLPx3*******/2019-02-25/cvm/tc3_request, SignedHeaders=content-type;host, Signature=2230eefd229f582d8b1b891af7107b91597240707d778ab3738f756258d7652c',
  )
})
