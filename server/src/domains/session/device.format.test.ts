import { expect, test } from 'vitest'
import { deviceOf } from './device.format.ts'

const apple = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
test.each([
  [windows, 'Chrome 156 · Windows'],
  [`${windows} Edg/156.0.1`, 'Edge 156 · Windows'],
  [`${apple} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari 18 · iPhone'],
  [`${apple} Mobile/15E148 MicroMessenger/8.0.50`, '微信 8 · iPhone'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 15_1) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
    'Safari 18 · macOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox 140 · Linux'],
  ['Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36 wxwork/4.1', '企业微信 4 · Android'],
  ['curl/8.5.0', '未知设备'],
  ['', '未知设备'],
])('%s', (userAgent, device) => expect(deviceOf(userAgent)).toBe(device))
