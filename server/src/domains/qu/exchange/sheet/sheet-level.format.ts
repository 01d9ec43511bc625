// What a word for the difficulty means in a bank, whatever system wrote it.
import type { Message } from '@shuyuan/contract/kernel/message.ts'
import { say } from '@shuyuan/contract/qu/qu.server.texts.ts'
import { QuLevel } from '@shuyuan/contract/qu/qu.ts'
import { levelName, levelOf, type LevelNames } from './sheet-columns.format.ts'
import { levelNamesEn } from './sheet-words.format.ts'

const hard = /难|困|HARD|DIFFICULT|ADVANCED|★{4,}|☆{4,}/i
const notHard = /不难|难易|适中|中等|MEDIUM/i

const inEnglish = (word: string) => Object.entries(levelNamesEn).find(([, name]) => name.toLowerCase() === word.toLowerCase())?.[0]

/**
 * The level that a word names, by the site's dictionary and the delivered names; any other word is the nearest of the two delivered levels,
 * with a message. An empty word is the normal level.
 */
export function levelFor(given: string, levels: LevelNames): { level: number; told?: Message } {
  const word = given.trim().replace(/[。.；;]$/, '')
  const known = word === '' ? QuLevel.normal : (levelOf(word, levels) ?? inEnglish(word))
  if (known !== undefined) return { level: Number(known) }
  const level = hard.test(word) && !notHard.test(word) ? QuLevel.hard : QuLevel.normal
  return { level, told: say('levelTaken', { word: word.slice(0, 20), name: levelName(level, levels) }) }
}
