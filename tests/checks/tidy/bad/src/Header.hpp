#pragma once
int inHeader = 1;
