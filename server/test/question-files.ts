// Question files in the formats of other systems: each with a picture if the format has one, and one error.
import { half, paragraph, picture, run, wordFile } from './word-file.ts'
import { zipOf } from './xlsx.ts'

const base64 = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
/** The picture of all of them. */
export const png = Buffer.from(base64, 'base64')

/** The second question has no answer. */
export const wordPaper = wordFile(
  png,
  paragraph('一、单选题'),
  paragraph(run('1. 下图所示占全部的 ') + half + run('，即？')),
  picture,
  ...['A. 一半', 'B. 全部', '答案：A'].map(paragraph),
  ...['2. 灭火器应当放在哪里？', 'A. 明显处', 'B. 锁柜里'].map(paragraph),
)

/** The second question has no option with full points. */
export const moodleQuiz = `<?xml version="1.0" encoding="UTF-8"?>
<quiz>
  <question type="category"><category><text>$course$/top/消防</text></category></question>
  <question type="multichoice"><name><text>图</text></name>
    <questiontext format="html"><text><![CDATA[<p>图中是什么标志？<img src="@@PLUGINFILE@@/fire.png"></p>]]></text>
      <file name="fire.png" path="/" encoding="base64">${base64}</file></questiontext>
    <single>true</single>
    <answer fraction="100" format="html"><text>禁止烟火</text></answer><answer fraction="0" format="html"><text>注意安全</text></answer>
  </question>
  <question type="shortanswer"><name><text>电话</text></name>
    <questiontext format="html"><text><![CDATA[<p>火警电话是 ____</p>]]></text></questiontext>
    <answer fraction="50"><text>119</text></answer>
  </question>
</quiz>`

const item = (id: string, declaration: string, body: string) =>
  `<?xml version="1.0"?><assessmentItem xmlns="http://www.imsglobal.org/xsd/imsqti_v2p1" identifier="${id}" title="${id}">${declaration}<itemBody>${body}</itemBody></assessmentItem>`
const correct = (value: string) =>
  `<responseDeclaration identifier="R" cardinality="single" baseType="identifier"><correctResponse><value>${value}</value></correctResponse></responseDeclaration>`
const choice = (...texts: string[]) =>
  `<choiceInteraction responseIdentifier="R" maxChoices="1">${texts.map((text, i) => `<simpleChoice identifier="c${i}">${text}</simpleChoice>`).join('')}</choiceInteraction>`

/** The second question has an unsupported type (drawing). */
export const qtiPackage = zipOf([
  {
    name: 'imsmanifest.xml',
    content:
      '<manifest xmlns="http://www.imsglobal.org/xsd/imscp_v1p1"><resources><resource identifier="q1" type="imsqti_item_xmlv2p1" href="items/q1.xml"/><resource identifier="q2" type="imsqti_item_xmlv2p1" href="items/q2.xml"/></resources></manifest>',
  },
  {
    name: 'items/q1.xml',
    content: item('q1', correct('c1'), `<p>看图：<img src="../images/exit.png" alt="出口"/></p>${choice('禁止入内', '安全出口')}`),
  },
  { name: 'items/q2.xml', content: item('q2', '', '<p>画出疏散路线</p><drawingInteraction responseIdentifier="R"/>') },
  { name: 'images/exit.png', content: png },
])
