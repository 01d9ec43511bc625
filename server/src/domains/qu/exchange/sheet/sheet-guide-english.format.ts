// The explanations in the English import template: as in sheet-guide.format.ts.

/** Name of the worksheet with the explanations. */
export const GUIDE_EN = 'How to fill in'

export const exampleRowsEn: Record<string, string>[] = [
  {
    题型: 'Single choice',
    题干: 'What do you do first when you discover a small fire?',
    选项A: 'Raise the alarm and call for help',
    选项B: 'Collect your valuables',
    选项C: 'Leave by the lift',
    选项D: 'Take a photograph',
    答案: 'A',
    解析: 'Raise the alarm at once and warn the people around you.',
    难度: 'Normal',
    章节: 'Fire safety',
  },
  {
    题型: 'Multiple choice',
    题干: 'Which of these are personal data?',
    选项A: 'Number of an identity card',
    选项B: 'Mobile phone number',
    选项C: 'The weather of the day',
    选项D: 'Home address',
    答案: 'ABD',
    难度: 'Hard',
    章节: 'Data protection',
    评分规则: 'Missed: half',
  },
  {
    题型: 'True/false',
    题干: 'The needle of a fire extinguisher in the green zone means that its pressure is right.',
    选项A: 'True',
    选项B: 'False',
    答案: 'True',
    难度: 'Normal',
    章节: 'Fire safety',
  },
  {
    题型: 'Fill in the blanks',
    题干: 'Water boils at ____ °C and freezes at ____ °C.',
    答案: '100||one hundred;;0||zero',
    难度: 'Normal',
    章节: 'Physics',
    评分规则: 'Credit: each',
  },
  {
    题型: 'Matching',
    题干: 'Match the signs with their meanings.',
    选项A: 'Red circle with a bar=Prohibition',
    选项B: 'Yellow triangle=Warning',
    选项C: 'Blue circle=Instruction',
    选项D: '=Direction of the emergency exit',
    难度: 'Normal',
    章节: 'Fire safety',
  },
  {
    题型: 'Short answer',
    题干: 'Describe how food samples are kept.',
    答案: 'At least 125 g of each dish;\nfor 48 hours or more in a refrigerator of their own;\nwith a record.',
    难度: 'Hard',
    章节: 'Food hygiene',
    评分规则: 'Keyword: 125 g||125 grams=2\nKeyword: 48 hours=2',
  },
  {
    题型: 'Composite',
    题干: 'Read: a pan of oil catches fire in a hotel kitchen, and an employee is about to use water.',
    难度: 'Hard',
    章节: 'Fire safety',
    序号: '1',
  },
  { 题型: 'True/false', 题干: 'Water can put out burning oil.', 选项A: 'True', 选项B: 'False', 答案: 'False', 父题序号: '1' },
  {
    题型: 'Single choice',
    题干: 'The best thing to do is to',
    选项A: 'cover the pan and turn off the gas',
    选项B: 'carry the pan outside',
    答案: 'A',
    父题序号: '1',
  },
]

export const guideEn: string[][] = [
  [
    'How to use it',
    'Fill in the sheet “Questions” from row 2, one question a row; delete the examples. Keep the headings of row 1; the columns may stand in any order. Needed are Type, Stem, Option A, Option B and Answer. At most 20,000 rows.',
  ],
  [
    'Type',
    'Single choice, Multiple choice, True/false, Short answer, Fill in the blanks, Matching, Composite. The Chinese words are read, too.',
  ],
  [
    'Stem and options',
    'A line break begins a paragraph. Write formulas as \\(E=mc^2\\). For pictures or formats write the whole cell as HTML that begins and ends with a tag of a paragraph, such as <p>See: <img src="/files/…"></p>. For more options add columns Option I, Option J …',
  ],
  ['Answer: choices', 'Letters of options, such as A or ABD.'],
  ['Answer: true/false', 'True or False (also T, F, Yes, No). Without options they are 正确 and 错误.'],
  [
    'Answer: blanks',
    'Separate the blanks by ;; or a line break, and the accepted answers of one blank by ||, such as 100||one hundred;;0. Write a bar within an answer as \\|, and two semicolons as \\;\\;.',
  ],
  ['Answer: short answer', 'The model answer; it may be empty.'],
  [
    'Matching',
    'Write “left=right” in each option column; “=right” alone is a distractor. Write an equals sign of the text as \\=. A right side in several cells may be used several times. Leave Answer empty.',
  ],
  [
    'Composite',
    'First a row Composite, whose stem is the passage, with a number in Number. Below it its parts, with the same number in Parent number. Level and chapter of the composite hold for its parts.',
  ],
  ['Level', 'Normal, Hard, or another name of the dictionary “试题难度”; empty is Normal.'],
  ['Chapter', 'The name of the chapter; a new one is made. It may be empty.'],
  ['Scoring', 'May be empty. One setting a line, as “name: value”.'],
  [
    '  Multiple choice',
    'Missed: none, half, fixed, proportional, per option, net (default none); Fixed points: 1.5; Option points: A=1, C=0.5',
  ],
  ['  Choices, true/false', 'Penalty: 0.5; Pinned: D (the option keeps its place); Picture A: /files/…'],
  [
    '  Blanks',
    'Credit: each, all (default each); Order: fixed, any (default fixed); Blank 1: normal, exact, contains, number, also case-sensitive, tolerance 0.1, points 2',
  ],
  [
    '  Matching',
    'Pair credit: per pair, all (default per pair); Reusable: a (which right item; a, b, c … as they first appear); Right order: c, a, b',
  ],
  ['  Short answer', 'Keyword: word 1||word 2=points (several lines are possible; for markers only)'],
  ['  Parts of a composite', 'Weight: 2 (the parts share the points by their weights; default 1)'],
  ['Formulas of cells', 'Only the stored value is read; nothing is calculated.'],
  ['Long texts', 'A text of more than 32,767 characters goes on in the same column of the next row, whose Type is 续.'],
]
