// The upkeep of the site: a backup on demand, and the state of the system.
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { barriers } from './axe.ts'
import { expect, test as base } from './fixtures.ts'
import { openSite } from './server.ts'

/** A copy and its check, beside all else that runs */
const BACKUP_MS = 600_000

/** A site that makes backups, of its built-in database. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixture names from the pattern
  site: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'shuyuan-e2e-backup-'))
    // the server gives up root
    chmodSync(folder, 0o755)
    const site = await openSite({
      DATABASE_URL: '',
      BACKUP_DIR: join(folder, 'backups'),
      BACKUP_PASSPHRASE: 'correct horse battery',
      WAL_ARCHIVE_DIR: join(folder, 'wal'),
    })
    await use(site)
    // its database archived the log meanwhile
    await expect.poll(() => readdirSync(join(folder, 'wal')).length).toBeGreaterThan(0)
    await site.close()
    rmSync(folder, { recursive: true, force: true })
  },
})

test('a backup on demand is made and verified, and the state of the system shows it', async ({ openAs }) => {
  test.setTimeout(2 * BACKUP_MS)
  const { page } = await openAs('admin', '/admin/sys/backup')
  await expect(page.getByText('还没有完成过备份。')).toBeVisible()
  await page.getByRole('button', { name: '立即备份' }).click()
  const row = page.getByRole('row').filter({ hasText: /备份完成|备份失败/ })
  // a failed one names its reason
  await expect(row).toContainText(/shuyuan-\d{8}-\d{6}\.backup/, { timeout: BACKUP_MS })
  await expect(page.locator('main').getByText('备份完成')).toBeVisible()
  expect(await barriers(page)).toEqual([])
  await page.goto('/admin/sys/status')
  await expect(page.getByText('最近备份').locator('..')).toContainText(/刚刚|分钟前/)
  await expect(page.getByText(/^PostgreSQL \d+/)).toBeVisible()
  expect(await barriers(page)).toEqual([])
})
