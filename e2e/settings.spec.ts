// Site settings: name, file storage, licence.
import { configProp } from '@shuyuan/contract/site/provider/prop.ts'
import type { Page } from '@playwright/test'
import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { account, openStorageStub } from '../server/test/storage-stub.ts'
import { barriers } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { openSite } from './server.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAO0lEQVRIiWPQjr9JU8QwakH8aBDdHE1F2qMZ7eZoUaE9WprGj1Y42qNVZvxoq+LmaMMrfrTpeHNQt64BDICMTFa3IncAAAAASUVORK5CYII=',
  'base64',
)
const logo = { name: 'logo.png', mimeType: 'image/png', buffer: png }
/** Presses 保存 and expects the notice, which disappears after two seconds. */
const save = (page: Page, text: string) =>
  Promise.all([seesNotice(page, text), page.getByRole('button', { name: '保存', exact: true }).click()])
const seesNotice = (page: Page, text: string) =>
  expect(page.getByRole('region', { name: '通知' }).or(page.locator('.ant-message')).getByText(text).first()).toBeVisible()

async function nothingSerious(page: Page) {
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
  expect(await barriers(page)).toEqual([])
}

/** Selects a logo, which is sent as it is. */
async function chooseLogo(page: Page, label: string) {
  const field = page.locator('.ant-form-item', { hasText: label })
  const input = field.locator('input[type=file]')
  await expect(input).toBeEnabled()
  await input.setInputFiles(logo)
  return field
}

const radio = (page: Page, name: RegExp) => page.getByRole('radio', { name })

/** Fills the form of OSS, whose empty fields are named before, and activates it. */
async function useAliyun(page: Page, cloud: string) {
  await radio(page, /阿里云/).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  for (const text of [
    '存储节点不能为空',
    '存储空间不能为空',
    '角色ARN必须填写',
    'AccessKeyId不能为空',
    'AccessKeySecret不能为空',
    'URL不能为空！',
  ])
    await expect(page.getByText(text)).toBeVisible()
  await nothingSerious(page)
  await page.getByLabel('存储节点').fill('oss-cn-hangzhou.aliyuncs.com')
  await page.getByLabel('存储空间').fill(account.bucket)
  await page.getByLabel('角色 ARN').fill('acs:ram::1:role/upload')
  await page.getByLabel('AccessKeyId').fill(account.id)
  await page.getByLabel('AccessKeySecret').fill(account.secret)
  await page.getByLabel('访问地址').fill(`${cloud}/public/`)
  await page.getByLabel('令牌接口地址').fill(cloud)
  await page.getByLabel('接口地址', { exact: true }).fill(cloud)
  await save(page, '上传配置保存成功！')
  await page.getByRole('button', { name: '保存并启用' }).click()
  await seesNotice(page, '服务商切换成功！')
  await expect(radio(page, /阿里云 OSS.*使用中/)).toBeVisible()
}

/** Tests a bucket of S3 before it is stored, with the right secret and another. */
async function tryS3(page: Page, cloud: string) {
  await radio(page, /S3 兼容存储/).click()
  await page.getByLabel('服务地址', { exact: true }).fill(cloud)
  await page.getByLabel('存储空间', { exact: true }).fill(account.bucket)
  await page.getByLabel('AccessKeyId').fill(account.id)
  await page.getByLabel('AccessKeySecret').fill(account.secret)
  await page.getByRole('button', { name: '测试存储' }).click()
  const verdict = page.getByRole('dialog', { name: '测试存储' })
  await expect(verdict.getByText('存储可以使用', { exact: true })).toBeVisible()
  await expect(verdict.getByRole('listitem')).toHaveCount(7)
  await nothingSerious(page)
  await verdict.getByRole('button', { name: '关闭' }).last().click()
  await page.getByLabel('AccessKeySecret').fill('another')
  await page.getByRole('button', { name: '测试存储' }).click()
  await expect(verdict.getByText('签名不正确，请检查 AccessKeySecret')).toBeVisible()
}

test('files are uploaded directly from the browser to the configured cloud storage; the name and logo of the site change at once', async ({
  openAs,
  site,
}) => {
  const cloud = await openStorageStub()
  const { page, client, problems } = await openAs('admin', '/admin/sys/upload')
  await useAliyun(page, cloud.url)
  await tryS3(page, cloud.url)

  const both = { bucket: account.bucket, url: `${cloud.url}/public/`, baseUrl: cloud.url }
  const others = {
    qcloud: { ...both, region: 'ap-guangzhou', secretId: account.id, secretKey: account.secret, stsUrl: cloud.url },
    qiniu: { ...both, region: 'z2', accessKeyId: account.id, accessKeySecret: account.secret },
    s3: { endpoint: cloud.url, bucket: account.bucket, accessKeyId: account.id, accessKeySecret: account.secret },
  }
  await page.goto('/admin/sys/site')
  await nothingSerious(page)
  // one page serves all providers: which one it is, is asked for each file
  for (const provider of ['aliyun', 'qcloud', 'qiniu', 's3'] as const) {
    if (provider !== 'aliyun') await client.call(configProp.change, { type: 'upload', provider, data: others[provider] })
    cloud.objects.clear()
    const field = await chooseLogo(page, '前台 LOGO')
    await expect.poll(() => [...cloud.objects.keys()]).toEqual([expect.stringMatching(/^logo\/\d{6}\/\d+-[\da-f]{16}\/[\da-f]{32}\.png$/)])
    const [key] = cloud.objects.keys()
    const shown = field.locator('img').first()
    await expect(shown).toHaveAttribute('src', provider === 's3' ? `/files/bucket/${key}` : `${cloud.url}/public/${key}`)
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }

  await client.call(configProp.change, { type: 'upload', provider: 'aliyun' })
  cloud.trouble = 'refuse'
  await chooseLogo(page, '前台 LOGO')
  await seesNotice(page, 'OSS上传失败')
  await expect.poll(() => cloud.asked.at(-1)).toMatch(/^PUT \/school-1250000000\/\d{6}\//)
  // the test expects a refusal of the provider
  problems.splice(0)
  await cloud.close()
  const localDir = mkdtempSync(join(tmpdir(), 'shuyuan-e2e-'))
  chmodSync(localDir, 0o777)
  await client.call(configProp.change, { type: 'upload', provider: 'local', data: { localDir: `${localDir}/`, url: `${site.url}/files/` } })

  await page.getByLabel('站点名称').fill('云栖书院')
  const field = await chooseLogo(page, '后台 LOGO')
  await expect(field.locator('img').first()).toBeVisible()
  await save(page, '配置保存成功！')
  const menu = page.getByRole('navigation', { name: '主菜单' })
  await expect(menu).toContainText('云栖书院')
  await expect(menu.locator('img')).toHaveAttribute('src', new RegExp(`^(${site.url})?/files/`))
  const { page: learner } = await openAs('learner01', '/web/course')
  await expect(learner.getByRole('banner')).toContainText('云栖书院')
  rmSync(localDir, { recursive: true })
})

test('on a server without a valid licence an administrator can upload one', async ({ browser }) => {
  const folder = mkdtempSync(join(tmpdir(), 'shuyuan-e2e-'))
  // a server that was started as root reads the key as an ordinary account
  chmodSync(folder, 0o755)
  const license = (...args: string[]) => execFileSync(process.execPath, ['scripts/license.ts', ...args], { encoding: 'utf8' })
  license('keys', folder)
  const key = join(folder, 'license-private.pem')
  const text = license('issue', '--key', key, '--holder', '云栖大学', '--until', '2099-12-31')
  const site = await openSite({ LICENSE_REQUIRED: 'true', LICENSE_PUBLIC_KEY_FILE: join(folder, 'license-public.pem') })
  const context = await browser.newContext({ baseURL: site.url, locale: 'zh-CN' })
  const page = await context.newPage()
  const signIn = async (userName: string, password: string) => {
    await page.goto('/login')
    await page.getByLabel('用户名').fill(userName)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
  }
  await signIn('learner01', 'Learner@2026')
  await expect(page).toHaveURL(/\/license\?msg=/)
  await expect(page.getByRole('heading', { name: '系统尚未授权，请联系管理员' })).toBeVisible()
  await expect(page.getByRole('button', { name: '上传授权文件' })).toHaveCount(0)
  await signIn('admin', 'Admin@2026')
  await expect(page).toHaveURL(/\/license\?msg=/)
  await nothingSerious(page)
  const bring = (content: string) =>
    page.locator('input[type=file]').setInputFiles({ name: 'licence.json', mimeType: 'application/json', buffer: Buffer.from(content) })
  await bring(text.replace('2099', '2199'))
  await seesNotice(page, '授权文件的签名不正确')
  await bring(text)
  await seesNotice(page, '授权成功！')
  await expect(page.getByText('云栖大学')).toBeVisible()
  await page.getByRole('link', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/\/admin\//)
  await context.close()
  await site.close()
  rmSync(folder, { recursive: true })
})
