import { describe, expect, it } from 'vitest';
import { isPage, pageTitle } from '../../server/src/core/catalog/page';

describe('pages', () => {
  it.each([
    ['https://docs.example.com/errors.html', true],
    ['torch/cuda/__init__.py', false],
  ])('tells %s from files', (file, page) => {
    expect(isPage(file)).toBe(page);
  });

  it.each([
    ['https://github.com/pytorch/pytorch/blob/v2.14.1/c10/cuda/CUDAFunctions.cpp', 'CUDAFunctions.cpp'],
    ['https://github.com/pytorch/pytorch/blob/v2.14.1/torch/_dynamo/exc.py#L292', 'exc.py:292'],
    ['https://github.com/pytorch/pytorch/issues/1', 'Documentation'],
    ['https://docs.example.com/blob/main/errors.html#L1', 'Documentation'],
  ])('calls %s %s', (page, title) => {
    expect(pageTitle(page)).toBe(title);
  });
});
