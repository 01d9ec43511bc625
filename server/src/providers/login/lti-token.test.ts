import { expect, test } from 'vitest'
import { isTeaching, nameOf } from './lti-token.ts'

const member = 'http://purl.imsglobal.org/vocab/lis/v2/membership'
const institution = 'http://purl.imsglobal.org/vocab/lis/v2/institution/person'

test.each([
  [[`${member}#Instructor`], true],
  [[`${member}#Instructor`, `${institution}#Administrator`], true],
  [[`${member}/Instructor#TeachingAssistant`, `${member}#Instructor`], true],
  [[`${member}#Learner`], false],
  // who learns in this course, whatever they are elsewhere
  [[`${member}#Learner`, `${institution}#Faculty`], false],
  [[`${member}#Learner`, `${member}#Instructor`], false],
  [[`${institution}#Staff`], true],
  [[`${institution}#Student`], false],
  [['Instructor'], true],
  [[], false],
])('%j teaches: %s', (roles, expected) => expect(isTeaching(roles)).toBe(expected))

test.each([
  [{ name: '小明 张', given_name: '小明', family_name: '张' }, '张小明'],
  [{ name: '张 小明' }, '张小明'],
  [{ name: 'Ann Lee', given_name: 'Ann', family_name: 'Lee' }, 'Ann Lee'],
  [{ given_name: 'Ann', family_name: 'Lee' }, 'Ann Lee'],
  [{ name: '张小明 (Ming)' }, '张小明 (Ming)'],
  [{}, ''],
])('%j is called %s', (given, expected) => expect(nameOf(given)).toBe(expected))
