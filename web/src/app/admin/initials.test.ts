// Pinyin initials of the words of menus and settings.
import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['证书管理', 'zsgl'],
  ['考试管理', 'ksgl'],
  ['新建考试', 'xjks'],
  ['题库训练', 'tkxl'],
  ['登录日志', 'dlrz'],
  ['导入试题', 'drst'],
  ['发票申请', 'fpsq'],
  ['数据放大', 'sjfd'],
  ['优惠券', 'yhq'],
  ['人脸照片', 'rlzp'],
  ['LTI 工具', 'ltigj'],
  ['支付 / 对账', 'zfdz'],
  ['重复登录', 'zfdl cfdl'],
  ['银行账号', 'yxzh yhzh'],
])('%s: %s', (text, initials) => expect(initialsOf(text)).toBe(initials))
