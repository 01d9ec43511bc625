import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { readBuild, versionOf } from './build.ts'

const commit = '1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d'
let folder: string
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'shuyuan-build-'))
  put('package.json', '{ "version": "1.2.3" }')
  return () => rmSync(folder, { recursive: true })
})

test('an archive and an image have it in build.txt', () => {
  put('build.txt', '1a2b3c4 2026-12-31\n')
  expect(readBuild(folder)).toEqual({ version: '1.2.3', commit: '1a2b3c4', date: '2026-12-31' })
  expect(versionOf(readBuild(folder))).toBe('1.2.3+1a2b3c4')
})

test('a checkout tells it by its branch, by packed branches and without a branch', () => {
  put('build.txt', '$Format:%h %cs$\n')
  put('.git/HEAD', 'ref: refs/heads/main\n')
  put('.git/logs/HEAD', `${'0'.repeat(40)} ${commit} A B <a@b> 1798675200 +0800\tcommit: x\n`)
  put('.git/packed-refs', `# pack-refs\n${commit} refs/heads/main\n`)
  const expected = { version: '1.2.3', commit: '1a2b3c4d', date: '2026-12-31' }
  expect(readBuild(folder)).toEqual(expected)
  put('.git/refs/heads/main', `${commit}\n`)
  expect(readBuild(folder)).toEqual(expected)
  put('.git/HEAD', `${commit}\n`)
  expect(readBuild(folder)).toEqual(expected)
})

test('a further work tree of Git tells it, too', () => {
  put('main/.git/worktrees/two/HEAD', 'ref: refs/heads/two\n')
  put('main/.git/worktrees/two/commondir', '../..\n')
  put('main/.git/refs/heads/two', `${commit}\n`)
  put('.git', `gitdir: ${join(folder, 'main/.git/worktrees/two')}\n`)
  expect(readBuild(folder)).toEqual({ version: '1.2.3', commit: '1a2b3c4d', date: '' })
})

test('without any of them the version stands alone', () => {
  expect(versionOf(readBuild(folder))).toBe('1.2.3')
})
