import { getOption } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { registeredInterfaces } from '../../../../src/api/services/createInterfaceService.ts'
import { servedFiles, servedRegistry } from '../../../../src/api/services/descriptors.ts'
import { http } from '../../../../src/gen/google/api/annotations_pb.js'

test('every file comes after those it imports', () => {
	const seen = new Set<string>()
	for (const file of servedFiles()) {
		for (const name of file.dependency) expect(seen, `${file.name} imports ${name}`).toContain(name)
		seen.add(file.name)
	}
})

test('the descriptors keep the annotations of the REST gateway', () => {
	const rule = getOption(servedRegistry().getService('chain.greet.v1beta1.Query')!.method.greetAll!, http)
	expect(rule.pattern).toEqual({ case: 'get', value: '/chain/swap/v1beta1/greetings' })
})

test('the descriptors have every type that may stand in an Any', () => {
	for (const type of new Set(Object.values(registeredInterfaces).flat())) {
		expect(servedRegistry().getMessage(type), type).toBeDefined()
	}
})
