// Sabaki's own GTP client drives the program: sync, undo, pipelines, analysis, abort.
'use strict'

const assert = require('node:assert')
const {Controller, ControllerStateTracker} = require('@sabaki/gtp')

const program = process.argv[2]
const letters = 'ABCDEFGHJKLMNOPQRSTUVWXYZ'
// What Sabaki's analysis parser takes for a line of play, anchored at the end of a segment.
const variation = /(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*\s*$/i

const play = (color, vertex) => ({name: 'play', args: [color, vertex]})
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))

async function withEngine(run) {
  const controller = new Controller(program, ['gtp'])
  const tracker = new ControllerStateTracker(controller)
  controller.start()
  try {
    await run(controller, tracker)
  } finally {
    await controller.stop()
  }
}

async function text(controller, name, ...args) {
  const response = await controller.sendCommand({name, args})
  assert(!response.error, `${name} ${args.join(' ')}: ${response.content}`)
  return response.content
}

async function stones(controller, color) {
  const content = await text(controller, 'list_stones', color)
  return content.trim().split(/\s+/).filter(x => x).sort()
}

// The burst Sabaki sends when an engine is attached, without waiting.
async function attaches() {
  await withEngine(async controller => {
    const names = ['name', 'version', 'protocol_version', 'list_commands']
    const answers = await Promise.all(names.map(name => controller.sendCommand({name})))
    assert(answers.every(answer => !answer.error))
    assert.strictEqual(answers[2].content, '2')
    const commands = answers[3].content.split('\n')
    for (const name of ['play', 'genmove', 'undo', 'kata-analyze', 'lz-analyze', 'set_free_handicap']) {
      assert(commands.includes(name), `${name} is not listed`)
    }
    assert(!commands.includes('analyze'), 'Sabaki would read floats as integers')
  })
}

async function syncsAndUndoes() {
  await withEngine(async (controller, tracker) => {
    const history = [play('B', 'D4'), play('W', 'Q16'), play('B', 'Q4'), play('W', 'D16'), play('B', 'K10')]
    await tracker.sync({komi: 6.5, boardsize: [19, 19], history})
    assert.deepStrictEqual(await stones(controller, 'black'), ['D4', 'K10', 'Q4'])
    let undos = 0
    controller.on('command-sent', ({command}) => { if (command.name === 'undo') undos++ })
    const other = [...history.slice(0, 4), play('B', 'C3'), play('W', 'pass')]
    await tracker.sync({komi: 6.5, boardsize: [19, 19], history: other})
    assert.strictEqual(undos, 1, 'the undo path was not taken')
    assert.deepStrictEqual(await stones(controller, 'black'), ['C3', 'D4', 'Q4'])
    await tracker.sync({komi: 0.5, boardsize: [13, 13], history: [{name: 'set_free_handicap', args: ['D4', 'K10']}, play('W', 'G7')]})
    assert.deepStrictEqual(await stones(controller, 'black'), ['D4', 'K10'])
    assert.deepStrictEqual(await stones(controller, 'white'), ['G7'])
    await tracker.sync({komi: 7.5, boardsize: [9, 13], history: [play('B', 'J13')]})
    assert.deepStrictEqual(await stones(controller, 'black'), ['J13'])
  })
}

// Columns of one colour with an empty column beside each: 300 moves without a capture.
function longGame() {
  const black = [], white = []
  for (const [columns, points] of [[[0, 1, 5, 6, 10, 11, 15, 16], black], [[3, 4, 8, 9, 13, 14, 18], white]]) {
    for (const x of columns) for (let y = 1; y <= 19; y++) points.push(letters[x] + y)
  }
  return Array.from({length: 300}, (_, i) =>
    i % 2 === 0 ? play('B', black[i / 2]) : play('W', white[(i - 1) / 2] ?? 'pass'))
}

async function takesAPipeline() {
  await withEngine(async (controller, tracker) => {
    const history = longGame()
    await tracker.sync({komi: 7.5, boardsize: [19, 19], history})
    const expected = history.filter(m => m.args[0] === 'B').map(m => m.args[1]).sort()
    assert.deepStrictEqual(await stones(controller, 'black'), expected)
  })
}

async function analyses(command, float) {
  await withEngine(async (controller, tracker) => {
    await tracker.sync({komi: 7.5, boardsize: [9, 9], history: [play('B', 'E5')]})
    const lines = []
    const done = controller.sendCommand({name: command, args: ['W', '10']}, ({line}) => lines.push(line))
    const end = Date.now() + 10000
    while (lines.filter(line => line.startsWith('info')).length < 4 && Date.now() < end) await sleep(20)
    const asked = Date.now()
    const [, name] = await Promise.all([done, text(controller, 'name')])
    assert(Date.now() - asked < 1000, 'the analysis did not end at the next command')
    assert(name.length > 0)
    const infos = lines.filter(line => line.startsWith('info'))
    assert(infos.length >= 4, `only ${infos.length} info lines`)
    for (const segment of infos.at(-1).split(/\s*info\s+/).filter(x => x.trim())) {
      assert(variation.test(segment), segment)
      const fields = segment.trim().split(/\s+/)
      const value = key => fields[fields.indexOf(key) + 1]
      assert(fields[0] === 'move' && Number.isInteger(+value('visits')), segment)
      assert(float ? value('winrate').includes('.') : /^\d+$/.test(value('winrate')), segment)
    }
  })
}

// Sabaki aborts a thinking engine by sending `protocol_version`; answers come in order.
async function abortsInOrder() {
  await withEngine(async (controller, tracker) => {
    await tracker.sync({komi: 7.5, boardsize: [9, 9], history: []})
    await text(controller, 'time_settings', '0', '1', '1')
    const order = []
    await Promise.all([
      controller.sendCommand({name: 'genmove', args: ['B']}).then(r => order.push(['genmove', r.error])),
      controller.sendCommand({name: 'protocol_version'}).then(r => order.push(['abort', r.error])),
      controller.sendCommand({name: 'play', args: ['W', 'A1']}).then(r => order.push(['play', r.error]))
    ])
    assert.deepStrictEqual(order, [['genmove', false], ['abort', false], ['play', false]])
  })
}

async function generatesWithAnalysis() {
  await withEngine(async (controller, tracker) => {
    await tracker.sync({komi: 7.5, boardsize: [9, 9], history: []})
    await text(controller, 'time_settings', '0', '1', '1')
    for (const name of ['kata-genmove_analyze', 'lz-genmove_analyze']) {
      const lines = []
      const response = await controller.sendCommand({name, args: ['B', '10']}, ({line}) => lines.push(line))
      assert(!response.error)
      assert(/^play (pass|resign|[A-HJ]\d)$/i.test(lines.map(l => l.trim()).filter(l => l).at(-1)), lines.join('\n'))
      await text(controller, 'undo')
    }
  })
}

async function main() {
  const tests = [
    attaches, syncsAndUndoes, takesAPipeline,
    () => analyses('kata-analyze', true), () => analyses('lz-analyze', false),
    abortsInOrder, generatesWithAnalysis
  ]
  for (const test of tests) await test()
  console.log(`${tests.length} conversations with @sabaki/gtp`)
}

main().catch(error => { console.error(error); process.exit(1) })
