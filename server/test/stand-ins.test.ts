import { spawnSync } from 'node:child_process'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { officeVersion } from '../src/kernel/files/office.ts'
import { findEncoder } from '../src/kernel/media/encoder.ts'
import { sharedApp } from './people.ts'
import { STOOD_IN, standIns } from './stand-ins.ts'

const app = await sharedApp()

test.each(STOOD_IN)('%s of the machine is not reached: its stand-in is found first, and fails', (name) => {
  const { stdout } = spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' })
  expect(dirname(stdout.trim())).toBe(standIns())
  expect(spawnSync(name, ['--version'], { encoding: 'utf8' })).toMatchObject({ status: 1, stdout: '' })
})

test('the server of a test has the encoder of the package and no LibreOffice', async () => {
  expect(await findEncoder('')).toMatchObject({ source: 'package' })
  expect(app.app.config.office).toBe('/nowhere/soffice')
  expect(await officeVersion(app.app.config.office)).toBe('')
})
