// Browser and system named by a user agent.
import { unknownDevice } from '@shuyuan/contract/session/own-session.ts'

/** The first match counts: browsers built on others name several. */
const browsers: [RegExp, string][] = [
  [/wxwork\/(\d+)/i, '企业微信'],
  [/MicroMessenger\/(\d+)/i, '微信'],
  [/DingTalk\/(\d+)/i, '钉钉'],
  [/(?:Edg|EdgA|EdgiOS)\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/HuaweiBrowser\/(\d+)/, '华为浏览器'],
  [/UCBrowser\/(\d+)/, 'UC 浏览器'],
  [/M?QQBrowser\/(\d+)/, 'QQ 浏览器'],
  [/(?:Firefox|FxiOS)\/(\d+)/, 'Firefox'],
  [/(?:Chrome|CriOS)\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)(?:\.[\d.]*)? (?:Mobile\/\w+ )?Safari/, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/iPad/, 'iPad'],
  [/iPhone/, 'iPhone'],
  [/Android/, 'Android'],
  [/Windows NT/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** @returns e.g. `Chrome 156 · Windows`; 未知设备 for an unknown user agent */
export function deviceOf(userAgent: string): string {
  const browser = browsers.flatMap(([pattern, name]) => {
    const found = pattern.exec(userAgent)
    return found ? [`${name} ${found[1] ?? ''}`] : []
  })[0]
  const system = systems.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [browser, system].filter((one) => one !== undefined).join(' · ') || unknownDevice
}
