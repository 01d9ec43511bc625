// A course file of slides, as it lies on the server.
import { CourseFileType } from '@shuyuan/contract/course/file/file.ts'
import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeArchive } from '../src/kernel/archive.ts'
import type { TestApp } from './start-app.ts'

/** Stores slides with these texts; '' is a slide without text. @returns the id of the file */
export async function slideDeck({ app, db }: TestApp, title: string, slides: readonly string[]): Promise<string> {
  const slide = (words: string) =>
    new TextEncoder().encode(`<p:sld xmlns:a="a" xmlns:p="p"><a:p><a:r><a:t>${words}</a:t></a:r></a:p></p:sld>`)
  const content = writeArchive(Object.fromEntries(slides.map((words, at) => [`ppt/slides/slide${at + 1}.xml`, slide(words)])))
  const key = `202611/${randomUUID().replaceAll('-', '')}.pptx`
  const path = join(app.storage.privateRoot, key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, content)
  const file = {
    title,
    fileName: `${title}.pptx`,
    fileUrl: `/files/${key}`,
    fileType: CourseFileType.pdf,
    fileSize: String(content.length),
  }
  return (await db.insertInto('courseFile').values(file).returning('id').executeTakeFirstOrThrow()).id
}
